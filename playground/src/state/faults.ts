/** Faults that the page can inject into the mock server while it is connected to it. */
import type { Control } from '../../server/control/control.ts'
import { startCall } from './calls.ts'
import { resetStream, unavailable } from './presets.ts'

export interface Fault {
  id: string
  title: string
  description: string
  /** What to look for on the wire. */
  expect: string
  inject(server: Control): Promise<void>
}

const callCount = () => startCall({ kind: 'tool', name: 'count', args: { to: 20, every: 100 } })
const callEcho = () => startCall({ kind: 'tool', name: 'echo', args: { text: 'still there?' } })

export const faults: readonly Fault[] = [
  {
    id: 'cut',
    title: 'Cut the streams',
    description: 'Starts a call, then ends every open stream under it.',
    expect: 'A dashed gap, then the stream goes on where it was left.',
    async inject(server) {
      callCount()
      await server.until((entries) =>
        entries.some(({ rpcMethod, events, ended }) => rpcMethod === 'tools/call' && events > 4 && !ended),
      )
      await server.act({ closeStreams: 'all' })
    },
  },
  {
    id: 'expire',
    title: 'Expire the session',
    description: 'The server forgets you; then a call is made.',
    expect: '404, a new session, and the call sent again, once.',
    async inject(server) {
      await server.act({ expireSessions: true })
      callEcho()
    },
  },
  {
    id: 'busy',
    title: '503, come back later',
    description: 'The next call is refused with Retry-After: 1.',
    expect: 'The client waits a second and sends it again by itself.',
    async inject(server) {
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: unavailable })
      callEcho()
    },
  },
  {
    id: 'hold',
    title: 'Hold streams open',
    description: 'Answers, and keeps the response open for a minute.',
    expect: 'The answer is there at once; the rest is drained for a moment and let go.',
    async inject(server) {
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answer: true }, { hold: 60_000 }] })
      callEcho()
    },
  },
  {
    id: 'delay',
    title: 'Be slow',
    description: 'Every answer takes two seconds longer.',
    expect: 'A long thin bar: waiting for the first byte.',
    async inject(server) {
      await server.script({ on: { httpMethod: 'POST' }, do: [{ delay: 2_000 }, { pass: true }] })
      callEcho()
    },
  },
  {
    id: 'storm',
    title: 'Storm of progress',
    description: 'One call with 10,000 progress notifications.',
    expect: 'The bar fills with ticks; the page stays smooth.',
    async inject(server) {
      await server.script()
      startCall({ kind: 'tool', name: 'count', args: { to: 10_000 } })
    },
  },
  {
    id: 'fault',
    title: 'Break off in mid-word',
    description: 'The connection of a call is torn down, not closed.',
    expect: 'A network error, then a resumed stream.',
    async inject(server) {
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: resetStream })
      callCount()
    },
  },
  {
    id: 'change',
    title: 'Change the tools',
    description: 'Adds a tool, or takes it away again, and says so.',
    expect: 'Listen for changes first: the list reloads.',
    async inject(server) {
      await server.script()
      startCall({ kind: 'tool', name: 'test_trigger_tool_change', args: {} })
    },
  },
]
