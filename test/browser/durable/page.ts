/** The script of a page that journals its calls. */
import { connect } from '../../../src/core/index.ts'
import { type DurableClient, durable, indexedDbStore } from '../../../src/durable/index.ts'

declare global {
  interface Window {
    calls: DurableClient
    /** Calls a tool; its outcome is in the journal. */
    start(tool: string): void
    /** Answers the question of the call. */
    answer(): Promise<unknown>
    /** Whether the journal has a position to go on from. */
    canGoOn(): Promise<boolean>
  }
}

const { searchParams } = new URL(location.href)
const versions = [searchParams.get('version') as '2025-11-25']
const database = searchParams.get('database')!
// Servers ask only clients that declare it.
const handlers = { elicit: () => ({ action: 'cancel' as const }) }
const client = await connect(new URL('/mcp', location.href), { versions, keepAlive: false, handlers })
const store = indexedDbStore({ name: database })
window.calls = durable(client, { store, principal: 'ada' })
window.canGoOn = async () => (await store.list('')).some(({ resume }) => resume)
window.start = (tool) => void window.calls.callTool(tool, {}, { id: 'one' }).catch(() => {})
window.answer = async () => {
  const [{ question = {} } = {}] = await window.calls.list()
  const responses = Object.keys(question).map((key) => [key, { action: 'accept', content: {} }] as const)
  return window.calls.answer('one', Object.fromEntries(responses))
}
document.title = 'ready'
