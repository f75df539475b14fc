/** The self-test: runs the test scenarios of the client in this browser, against the mock server. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Result } from '../../../test/runtimes/runtime.ts'
import { mock } from '../state/mock.ts'
import { formatDuration } from '../ui/format.ts'
import { Pre, Text } from '../ui/text.tsx'
import { ErrorDetails } from './error-details.tsx'

type State =
  | { status: 'idle' }
  | { status: 'running'; total: number }
  | { status: 'done'; total: number }
  | { status: 'failed'; error: unknown }

export function SelfTest(): JSX.Element {
  const filter = useSignal('')
  const state = useSignal<State>({ status: 'idle' })
  const results = useSignal<readonly Result[]>([])
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const control = mock.value?.controlUrl
  if (!mock.value || control === undefined) {
    return <p class="main-body muted">The self-test needs the mock server of a clone: run npm start there.</p>
  }
  const { url } = mock.value
  const run = async () => {
    const stop = new AbortController()
    stopping.current = stop
    results.value = []
    state.value = { status: 'running', total: 0 }
    try {
      const { runScenarios } = await import('../state/self-test.ts')
      const total = await runScenarios(
        { url, controlUrl: control, filter: filter.value },
        stop.signal,
        (result, total) => {
          results.value = [...results.value, result]
          state.value = { status: 'running', total }
        },
      )
      state.value = { status: 'done', total }
    } catch (error) {
      state.value = { status: 'failed', error }
    }
  }
  const running = state.value.status === 'running'
  return (
    <article class="main-body">
      <h2>Self-test</h2>
      <p class="description">
        Runs the test scenarios of the client in this browser. Each scenario gets a mock server of its own.
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          if (!running) void run()
        }}
      >
        <input
          type="search"
          placeholder="Filter by name"
          aria-label="Only scenarios with this in the name"
          value={filter.value}
          onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
        />
        {running ? (
          <button type="button" class="stop" onClick={() => stopping.current?.abort()}>
            Stop
          </button>
        ) : (
          <button type="submit" class="primary">
            Run
          </button>
        )}
      </form>
      <Summary state={state.value} results={results.value} />
      <Table results={results.value} />
    </article>
  )
}

function Summary({ state, results }: { state: State; results: readonly Result[] }): JSX.Element | null {
  if (state.status === 'idle') return null
  if (state.status === 'failed') return <ErrorDetails error={state.error} />
  const failed = results.filter(({ ok }) => !ok).length
  const skipped = results.filter(({ notApplicable }) => notApplicable).length
  return (
    <div class="summary">
      <progress aria-label="Scenarios run" max={Math.max(state.total, 1)} value={results.length} />
      <p role="status">
        {results.length - failed - skipped} passed, {failed} failed, {skipped} not applicable
        {state.status === 'running' ? `, of ${state.total}…` : '.'}
      </p>
    </div>
  )
}

function Table({ results }: { results: readonly Result[] }): JSX.Element | null {
  if (results.length === 0) return null
  return (
    <table class="results">
      <thead>
        <tr>
          <th scope="col">Scenario</th>
          <th scope="col">Result</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ name, ok, ms, error, notApplicable }) => (
          <tr key={name}>
            <td>
              <Text of={name} maxLength={300} />
              {notApplicable && <p class="hint">{notApplicable}</p>}
              {error && <Pre label="Why it failed" text={error} />}
            </td>
            <td>
              <span class={`tag ${notApplicable ? '' : ok ? 'good' : 'bad'}`}>
                {notApplicable ? 'not applicable' : ok ? 'passed' : 'failed'}
              </span>
            </td>
            <td class="number">{notApplicable ? '' : formatDuration(ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
