/** Recorded traces: a picture of one, played into the wire by a click that loads it, and HAR files of the user. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { pane } from '../state/selection.ts'
import { Icon } from '../ui/icon.tsx'

interface PictureRow {
  label: string
  /** Where it begins and ends, in percent. */
  from: number
  to: number
  outcome: 'good' | 'bad' | 'wait'
  ticks?: readonly number[]
}

/** The requests of the tape in their order; the time is folded where nothing happens. */
const rows: readonly PictureRow[] = [
  { label: 'tools/call', from: 2, to: 24, outcome: 'bad', ticks: [5, 8.5, 12, 15.5, 19, 22.5] },
  { label: 'reconnect', from: 24, to: 37, outcome: 'wait' },
  { label: 'resume', from: 37, to: 54, outcome: 'good', ticks: [47, 52] },
  { label: '503', from: 57, to: 61, outcome: 'bad' },
  { label: 'tools/call', from: 69, to: 74, outcome: 'good' },
  { label: '404', from: 76, to: 80, outcome: 'bad' },
  { label: 'new session', from: 81, to: 87, outcome: 'wait' },
  { label: 'tools/call', from: 89, to: 95, outcome: 'good' },
]

export function RecordedTrace(): JSX.Element {
  const problem = useSignal('')
  const play = async () => {
    problem.value = ''
    try {
      const { playTrace } = await import('../trace/play.ts')
      pane.value = 'wire'
      await playTrace()
    } catch (error) {
      problem.value = `The trace could not be played: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    // The same file can be chosen again.
    input.value = ''
    if (!file) return
    const { importHar } = await import('../wire/imported.tsx')
    problem.value = (await importHar(file)) ?? ''
    if (!problem.value) pane.value = 'wire'
  }
  return (
    <section class="card trace-card" aria-label="Recorded trace">
      <h3>A recorded trace</h3>
      <div class="trace-picture" aria-hidden="true">
        {rows.map((row, index) => (
          <div key={index} class="trace-row">
            <span>{row.label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class={`trace-${row.outcome}`} x={row.from} width={row.to - row.from} y="1.5" height="7" />
              {row.ticks?.map((at) => (
                <rect key={at} class="trace-tick" x={at} width="0.5" y="1.5" height="7" />
              ))}
            </svg>
          </div>
        ))}
      </div>
      <p class="muted">A broken stream, an overloaded server and a lost session. Each call still gets its result.</p>
      <p class="row">
        <button type="button" class="small" onClick={play}>
          <Icon name="pulse" /> Open the trace
        </button>
        <label class="button small">
          Open a recording (HAR)
          <input
            class="visually-hidden"
            type="file"
            accept=".har,application/json"
            onChange={({ currentTarget }) => open(currentTarget)}
          />
        </label>
      </p>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </section>
  )
}
