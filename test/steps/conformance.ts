/** The official conformance suite, against the mock server and against the client in three runtimes. */
import { lazyStep } from './lazy-step.ts'
import type { Step } from './step.ts'

const client = (runtime: 'node' | 'workerd' | 'deno'): Step =>
  lazyStep(`conformance of the client in ${runtime}`, async () => {
    const { run } = await import('../conformance/client.ts')
    return { run: () => run({ runtime }) }
  })

export const conformance: Step[] = [
  lazyStep('conformance of the mock server', () => import('../conformance/server.ts')),
  client('node'),
  client('workerd'),
  client('deno'),
  lazyStep('conformance of the transport below other clients', () => import('../conformance/transport.ts')),
]
