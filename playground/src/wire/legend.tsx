/** The legend of the timeline, shown while it is empty. */
import type { JSX } from 'preact'
import type { EventOf, Lane, Note, NoteEvent } from './rows.ts'
import { LaneTrack, NoteTrack } from './track.tsx'

interface Entry {
  text: string
  track: JSX.Element
}

const scale = (at: number) => at

const drawLane = (part: Partial<Lane>): JSX.Element => {
  const lane: Lane = {
    kind: 'lane',
    key: '',
    number: 1,
    method: 'POST',
    url: '',
    rpc: '',
    headers: {},
    start: 20,
    eventTimes: [],
    status: 200,
    ...part,
  }
  return <LaneTrack lane={lane} scale={scale} now={980} />
}

const drawNote = (event: NoteEvent): JSX.Element => {
  const note: Note = { kind: 'note', key: '', event }
  return <NoteTrack note={note} scale={scale} />
}

const reconnect: EventOf<'reconnect'> = {
  type: 'reconnect',
  timestamp: 240,
  delay: 480,
  target: 'stream',
  attempt: 1,
  reason: '',
}
const eventTimes = [280, 340, 420, 450, 560, 640, 660, 720, 860]

const entries: Entry[] = [
  { text: 'waits for the first byte, then the answer', track: drawLane({ headersAt: 520, end: 640 }) },
  { text: 'a stream, with a tick for each event', track: drawLane({ headersAt: 240, end: 900, eventTimes }) },
  {
    text: 'answered, and the rest drained',
    track: drawLane({ headersAt: 240, end: 800, eventTimes: [280, 460], drain: { outcome: 'time', at: 800 } }),
  },
  { text: 'failed: refused, or without an answer', track: drawLane({ headersAt: 420, end: 520, status: 503 }) },
  { text: 'still open', track: drawLane({ headersAt: 200, eventTimes: [240, 600] }) },
  {
    text: 'a stream that stays open, drawn quietly',
    track: drawLane({ rpc: 'listening', headersAt: 60, eventTimes: [500] }),
  },
  { text: 'reconnects, after this long', track: drawNote(reconnect) },
  { text: 'a lost session was replaced', track: drawNote({ type: 'session-replaced', timestamp: 500 }) },
  {
    text: 'another transport or protocol version',
    track: drawNote({ type: 'fallback', to: 'sse', status: 405, timestamp: 500 }),
  },
  { text: 'keepalive, state', track: drawNote({ type: 'status', status: 'connected', timestamp: 500 }) },
]

export function Legend(): JSX.Element {
  return (
    <div class="legend">
      <p>What happens on the wire is drawn here, as it happens.</p>
      <ul>
        {entries.map(({ text, track }) => (
          <li key={text}>
            <span>{text}</span>
            {track}
          </li>
        ))}
      </ul>
      <p>Idle time is folded, where the axis is broken. Drag to zoom in. Click a row for headers, bodies and curl.</p>
    </div>
  )
}
