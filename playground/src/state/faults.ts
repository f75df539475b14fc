/** Faults of the mock server, and what each of them means for a call. */
import type { Connection } from 'mcp-over-fetch'

export type FaultId = 'cut' | 'expire' | 'busy' | 'hold' | 'delay' | 'storm' | 'fault' | 'change'

/** What decides how a client can recover. */
export type Situation = Pick<Connection, 'era' | 'transport'>

export interface Fault {
  id: FaultId
  title: string
  description: string
  /** What happens to the call in this situation. */
  expect(situation: Situation): Expected
}

export type Expected =
  /** How the call ends, and what the wire shows. */
  | { call: 'succeeds' | 'fails'; text: string }
  /** Why there is nothing to see. */
  | { unavailable: string }

const succeeds = (text: string): Expected => ({ call: 'succeeds', text })

const MAY_HAVE_RUN = 'The call fails at once: the stream cannot be resumed, and the tool may or may not have run.'

/** What a broken response stream means: only Streamable HTTP with sessions can resume it. */
function expectBroken({ era, transport }: Situation, resumed: string): Expected {
  if (transport === 'sse') return { call: 'fails', text: `${MAY_HAVE_RUN} The client opens a new stream.` }
  return era === 'modern' ? { call: 'fails', text: MAY_HAVE_RUN } : succeeds(resumed)
}

export const faults: readonly Fault[] = [
  {
    id: 'cut',
    title: 'Cut the streams',
    description: 'Starts a call, then closes every open stream while it runs.',
    expect: (situation) => expectBroken(situation, 'A dashed gap, then the stream continues where it stopped.'),
  },
  {
    id: 'expire',
    title: 'Expire the session',
    description: 'The server forgets the session. Then the page calls a tool.',
    expect: ({ era }) =>
      era === 'modern'
        ? { unavailable: '2026-07-28 has no sessions.' }
        : succeeds('404, a new session, and the call is sent once more.'),
  },
  {
    id: 'busy',
    title: '503 with Retry-After',
    description: 'The server refuses the next call with Retry-After: 1.',
    expect: () => succeeds('The client waits a second, then sends the call again.'),
  },
  {
    id: 'hold',
    title: 'Hold streams open',
    description: 'The server answers, and keeps the response open for a minute.',
    expect: ({ transport }) =>
      transport === 'sse'
        ? { unavailable: 'HTTP+SSE answers on one stream that always stays open.' }
        : succeeds('The answer arrives at once. The client drains the rest for a moment, then cancels it.'),
  },
  {
    id: 'delay',
    title: 'Slow server',
    description: 'Every response takes two seconds longer.',
    expect: () => succeeds('A long thin bar: waiting for the first byte.'),
  },
  {
    id: 'storm',
    title: 'Progress storm',
    description: 'One call with 10,000 progress notifications.',
    expect: () => succeeds('The bar fills with ticks. The page stays responsive.'),
  },
  {
    id: 'fault',
    title: 'Drop the connection',
    description: 'The TCP connection of a call is reset while the response streams.',
    expect: (situation) =>
      situation.transport === 'sse'
        ? { unavailable: 'HTTP+SSE has no response streams. Use "Cut the streams".' }
        : expectBroken(situation, 'A network error, then a resumed stream.'),
  },
  {
    id: 'change',
    title: 'Change the tools',
    description: 'Adds a tool, or removes it again, and notifies listening clients.',
    expect: () => succeeds('The tool list reloads if the page listens for notifications.'),
  },
]
