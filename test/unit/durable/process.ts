/** A process that journals one call, or takes over what an earlier one left. Its store is that of its parent, over HTTP. */
import { type DurableConnection, durable, type JournalStore } from '../../../src/durable/index.ts'
import { tasks } from '../../../src/tasks/index.ts'

const { ORIGIN, VERSION, ROLE } = process.env as Record<string, string>

/** The interface of four functions, each one request. */
async function ask(operation: string, ...args: unknown[]): Promise<never> {
  const response = await fetch(`${ORIGIN}/store`, { method: 'POST', body: JSON.stringify([operation, ...args]) })
  return ((await response.json()) as { result: never }).result
}

const store: JournalStore = {
  list: (prefix) => ask('list', prefix),
  get: (key) => ask('get', key),
  put: (record, expected) => ask('put', record, expected ?? null),
  delete: (key) => ask('delete', key),
}

const source: DurableConnection = {
  url: `${ORIGIN}/mcp`,
  versions: [VERSION as never],
  keepAlive: false,
  extensions: tasks(),
}
const calls = durable(source, { store, principal: 'ada', lease: 300 })
if (ROLE === 'first') await calls.callTool('count', {}, { id: 'one' })
else {
  await calls.result('one').catch(() => {})
  await calls.close()
}
