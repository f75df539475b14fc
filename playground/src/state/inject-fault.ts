/** Injects a fault into the mock server while the page is connected to it, and makes the call that meets it. */
import type { Control } from '../../server/control/control.ts'
import { startCall } from './calls.ts'
import type { FaultId } from './faults.ts'
import { resetStream, unavailable } from './presets.ts'

const callCount = () => startCall({ kind: 'tool', name: 'count', args: { to: 20, every: 100 } })
const callEcho = () => startCall({ kind: 'tool', name: 'echo', args: { text: 'still there?' } })

const countEvents = (entries: readonly { events: number }[]) => entries.reduce((sum, { events }) => sum + events, 0)

const injections: Record<FaultId, (server: Control) => Promise<void>> = {
  async cut(server) {
    const before = countEvents(await server.journal())
    callCount()
    await server.until((entries) => countEvents(entries) > before + 4)
    await server.act({ closeStreams: 'all' })
  },
  async expire(server) {
    await server.act({ expireSessions: true })
    callEcho()
  },
  async busy(server) {
    await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: unavailable })
    callEcho()
  },
  async hold(server) {
    await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answer: true }, { hold: 60_000 }] })
    callEcho()
  },
  async delay(server) {
    await server.script({ on: { httpMethod: 'POST' }, do: [{ delay: 2_000 }, { pass: true }] })
    callEcho()
  },
  async storm(server) {
    await server.script()
    startCall({ kind: 'tool', name: 'count', args: { to: 10_000 } })
  },
  async fault(server) {
    await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: resetStream })
    callCount()
  },
  async change(server) {
    await server.script()
    startCall({ kind: 'tool', name: 'test_trigger_tool_change', args: {} })
  },
}

export const injectFault = (id: FaultId, server: Control): Promise<void> => injections[id](server)
