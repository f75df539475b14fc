/** Ways to make the mock server misbehave while the page is connected to it. */
import type { Control } from '../../../src/testing/control.ts'
import { begin } from './calls.ts'
import { broken, busy } from './presets.ts'

export interface Break {
  id: string
  title: string
  says: string
  /** What one should see. */
  watch: string
  run(server: Control): Promise<void>
}

const count = () => begin({ kind: 'tool', name: 'count', args: { to: 20, every: 100 } })
const echo = () => begin({ kind: 'tool', name: 'echo', args: { text: 'still there?' } })

export const breaks: readonly Break[] = [
  {
    id: 'cut',
    title: 'Cut the streams',
    says: 'Starts a call, then ends every open stream under it.',
    watch: 'A dashed gap, then the stream goes on where it was left.',
    async run(server) {
      count()
      await server.until((entries) =>
        entries.some(({ rpc, events, ended }) => rpc === 'tools/call' && events > 4 && !ended),
      )
      await server.act({ closeStreams: 'all' })
    },
  },
  {
    id: 'expire',
    title: 'Expire the session',
    says: 'The server forgets you; then a call is made.',
    watch: '404, a new session, and the call sent again, once.',
    async run(server) {
      await server.act({ expireSessions: true })
      echo()
    },
  },
  {
    id: 'busy',
    title: '503, come back later',
    says: 'The next call is refused with Retry-After: 1.',
    watch: 'The client waits a second and sends it again by itself.',
    async run(server) {
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: busy })
      echo()
    },
  },
  {
    id: 'hold',
    title: 'Hold streams open',
    says: 'Answers, and keeps the response open for a minute.',
    watch: 'The answer is there at once; the rest is drained for a moment and let go.',
    async run(server) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ answer: true }, { hold: 60_000 }] })
      echo()
    },
  },
  {
    id: 'delay',
    title: 'Be slow',
    says: 'Every answer takes two seconds longer.',
    watch: 'A long thin bar: waiting for the first byte.',
    async run(server) {
      await server.script({ on: { http: 'POST' }, do: [{ delay: 2_000 }, { pass: true }] })
      echo()
    },
  },
  {
    id: 'storm',
    title: 'Storm of progress',
    says: 'One call with 10,000 progress notifications.',
    watch: 'The bar fills with ticks; the page stays smooth.',
    async run(server) {
      await server.script()
      begin({ kind: 'tool', name: 'count', args: { to: 10_000 } })
    },
  },
  {
    id: 'fault',
    title: 'Break off in mid-word',
    says: 'The connection of a call is torn down, not closed.',
    watch: 'A network error, then a resumed stream.',
    async run(server) {
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: broken })
      count()
    },
  },
  {
    id: 'change',
    title: 'Change the tools',
    says: 'Adds a tool, or takes it away again, and says so.',
    watch: 'Listen for changes first: the list reloads.',
    async run(server) {
      await server.script()
      begin({ kind: 'tool', name: 'test_trigger_tool_change', args: {} })
    },
  },
]
