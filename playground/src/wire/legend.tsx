/** How to read the timeline, in its own signs. */
import type { JSX } from 'preact'
import type { EventOf, Lane, Note, NoteEvent } from './rows.ts'
import { LaneTrack, NoteTrack } from './track.tsx'

interface Entry {
  says: string
  track: JSX.Element
}

const scale = (at: number) => at

const lane = (part: Partial<Lane>): JSX.Element => {
  const known: Lane = {
    kind: 'lane',
    key: '',
    n: 1,
    method: 'POST',
    url: '',
    rpc: '',
    headers: {},
    start: 20,
    marks: [],
    status: 200,
    ...part,
  }
  return <LaneTrack lane={known} scale={scale} now={980} />
}

const note = (event: NoteEvent): JSX.Element => {
  const known: Note = { kind: 'note', key: '', event }
  return <NoteTrack note={known} scale={scale} />
}

const reconnect: EventOf<'reconnect'> = {
  type: 'reconnect',
  at: 240,
  delay: 480,
  what: 'stream',
  attempt: 1,
  reason: '',
}
const steps = [280, 340, 420, 450, 560, 640, 660, 720, 860]

const entries: Entry[] = [
  { says: 'waits for the first byte, then the answer', track: lane({ headAt: 520, end: 640 }) },
  { says: 'a stream, with a tick for each event', track: lane({ headAt: 240, end: 900, marks: steps }) },
  {
    says: 'answered, and the rest drained',
    track: lane({ headAt: 240, end: 800, marks: [280, 460], drain: { how: 'time', at: 800 } }),
  },
  { says: 'refused, or broken off', track: lane({ headAt: 420, end: 520, status: 503 }) },
  { says: 'still open', track: lane({ headAt: 200, marks: [240, 600] }) },
  { says: 'reconnects, after this long', track: note(reconnect) },
  { says: 'a lost session was replaced', track: note({ type: 'session-replaced', at: 500 }) },
  { says: 'another transport or revision', track: note({ type: 'fallback', to: 'sse', status: 405, at: 500 }) },
  { says: 'keepalive, state', track: note({ type: 'status', status: 'connected', at: 500 }) },
]

export function Legend(): JSX.Element {
  return (
    <div class="legend">
      <p>What happens on the wire is drawn here, as it happens.</p>
      <ul>
        {entries.map(({ says, track }) => (
          <li key={says}>
            <span>{says}</span>
            {track}
          </li>
        ))}
      </ul>
      <p>Idle time is folded. Click a row for headers, bodies and curl.</p>
    </div>
  )
}
