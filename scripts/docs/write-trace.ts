/** Records the trace that the start page of the inspector shows: `npx tsx scripts/docs/write-trace.ts`. */
import { writeFile } from 'node:fs/promises'
import { act } from '../../playground/src/trace/act.ts'
import { createMockServer, record, type Step } from '../../src/testing/index.ts'

const server = createMockServer({
  versions: ['2025-11-25'],
  tools: {
    render: { description: 'Renders a scene', run: () => '1 image' },
    greet: { description: 'Greets somebody', run: () => 'Hello' },
  },
})
server.script(
  {
    on: { rpcMethod: 'tools/call' },
    nth: 1,
    do: [
      { prime: { retry: 400 } },
      ...Array.from({ length: 6 }, () => [{ delay: 40 }, { notify: 1, store: true }] satisfies Step[]).flat(),
      { delay: 40 },
      { fault: true },
      { delay: 1_100 },
      { notify: 1, store: true },
      { delay: 40 },
      { answer: true, store: true },
    ],
  },
  {
    on: { rpcMethod: 'tools/call' },
    nth: 2,
    do: [{ respond: { status: 503, headers: { 'retry-after': '1' }, body: 'Overloaded' } }],
  },
  // A server on the network takes a moment.
  { on: { httpMethod: 'POST' }, do: [{ delay: 40 }, { pass: true }] },
)
const recording = record(server.fetch)
await act({ fetch: recording.fetch }, () => server.restart())
const tape = JSON.stringify(await recording.tape(), undefined, 2)
await writeFile(new URL('../../playground/src/trace/tape.json', import.meta.url), `${tape}\n`)
