/** The official conformance suite, against the mock server and against the client in three runtimes. */
import type { PlannedStep } from './step.ts'

const client = (runtime: 'node' | 'workerd' | 'deno'): PlannedStep => ({
  name: `conformance of the client in ${runtime}`,
  module: 'conformance/client.ts',
  parameters: { runtime },
})

export const conformance: PlannedStep[] = [
  { name: 'conformance of the mock server', module: 'conformance/server.ts' },
  client('node'),
  client('workerd'),
  client('deno'),
  { name: 'conformance of the transport below other clients', module: 'conformance/transport.ts' },
]
