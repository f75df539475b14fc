/** The script of a page that journals its calls. */
import { connect } from '../../../src/core/index.ts'
import { type DurableClient, durable, indexedDbStore } from '../../../src/durable/index.ts'

declare global {
  interface Window {
    calls: DurableClient
    start(): void
    /** Whether the journal has a position to go on from. */
    canGoOn(): Promise<boolean>
  }
}

const { searchParams } = new URL(location.href)
const versions = [searchParams.get('version') as '2025-11-25']
const database = searchParams.get('database')!
const client = await connect(new URL('/mcp', location.href), { versions, keepAlive: false })
const store = indexedDbStore({ name: database })
window.calls = durable(client, { store, principal: 'ada' })
window.canGoOn = async () => (await store.list('')).some(({ resume }) => resume)
window.start = () => void window.calls.callTool('count', {}, { id: 'one' }).catch(() => {})
document.title = 'ready'
