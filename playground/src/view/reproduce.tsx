/** "Reproduce as a test": a tape of the session, and the test that replays it. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { writeReplayTest } from '../code/replay-test.ts'
import type { CodeSource } from '../code/source.ts'
import { chosen, connectServer } from '../state/servers.ts'
import { session } from '../state/session.ts'
import { download } from '../ui/download.ts'
import { toJson } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'

export function Reproduce(): JSX.Element | null {
  const message = useSignal('')
  const server = chosen.value
  const known = session.value
  if (!known) return null
  const recorded = server.tape.value
  const base = fileName(known.target.url)
  const saveTape = async () => {
    if (!recorded) return
    const tape = await recorded.tape()
    download(`${base}.tape.json`, `${toJson(tape)}\n`)
    message.value = `${tape.entries.length} requests. Secrets are masked by their places; read it before you share it.`
  }
  const saveTest = () => download(`${base}.test.ts`, writeReplayTest(sourceOf(), `${base}.tape.json`))
  return (
    <section class="reproduce" aria-label="Reproduce as a test">
      <h3>Reproduce as a test</h3>
      {recorded ? (
        <>
          <p class="muted">
            Recording since this connection was opened: call what you want to have in the test, then save both files.
          </p>
          <p class="row">
            <button type="button" class="primary" onClick={saveTape}>
              Save the tape
            </button>
            <button type="button" class="primary" onClick={saveTest}>
              Save the test
            </button>
            <button type="button" class="small" onClick={() => (server.tape.value = undefined)}>
              Stop recording
            </button>
          </p>
        </>
      ) : (
        <>
          <p class="muted">
            The page connects again and writes down everything from then on. The tape and its test run without the
            server.
          </p>
          <p>
            <button type="button" onClick={() => connectServer(server, known.target, { record: true })}>
              Record a tape
            </button>
          </p>
        </>
      )}
      <p class="muted" role="status">
        <Text of={message.value} maxLength={300} />
      </p>
    </section>
  )
}

/** The calls since the recording began, oldest first. */
function sourceOf(): CodeSource {
  const { calls, tape, session: known } = chosen.value
  const since = tape.value?.since ?? 0
  const made = calls.history.value.filter(({ startedAt, ended }) => startedAt >= since && ended.value).toReversed()
  return {
    target: known.value!.target,
    actions: made.map(({ action }) => action),
    answers: made.flatMap(({ answers }) => answers),
    outcomes: made.map(({ ended }) => ended.value?.outcome),
  }
}

function fileName(url: string): string {
  return new URL(url).host.replace(/[^\w.-]+/g, '-')
}
