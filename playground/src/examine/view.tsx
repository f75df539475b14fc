/** The view that examines the connected server: starts it, shows findings with problems first, and shares them. */
import '../../style/examine.css'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { checks } from '../../../bin/examination/examine.ts'
import { countVerdicts, describeCounts } from '../../../bin/examination/report.ts'
import { chosen } from '../state/servers.ts'
import { ErrorDetails } from '../view/error-details.tsx'
import { type Examination, examinationOf, startExamination } from './examination.ts'
import { Findings } from './findings.tsx'
import { Share } from './share.tsx'

export function ExamineView(): JSX.Element {
  const server = chosen.value
  const examination = examinationOf(server).value
  const callsReadOnlyTools = useSignal(false)
  const isRunning = examination?.status === 'running'
  return (
    <article class="main-body examine">
      <h2>Examine this server</h2>
      <p class="description">
        {checks.length} checks against the specification, with a focus on what browsers need. They only read: errors are
        provoked with names that do not exist, and every session is closed again.
      </p>
      <form
        class="examine-start"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRunning) void startExamination(server, { callsReadOnlyTools: callsReadOnlyTools.value })
        }}
      >
        <label class="check">
          <input
            type="checkbox"
            checked={callsReadOnlyTools.value}
            disabled={isRunning}
            onChange={({ currentTarget }) => (callsReadOnlyTools.value = currentTarget.checked)}
          />
          Call a read-only tool too (readOnlyHint)
        </label>
        {isRunning ? (
          <button type="button" class="stop" onClick={examination.stop}>
            Stop
          </button>
        ) : (
          <button type="submit" class="primary">
            {examination ? 'Examine again' : 'Examine now'}
          </button>
        )}
      </form>
      {examination && <Progress of={examination} />}
      {examination && examination.status !== 'running' && examination.findings.length > 0 && <Share of={examination} />}
      {examination && <Findings findings={examination.findings} requests={examination.requests} />}
    </article>
  )
}

function Progress({ of: { status, findings, total, error } }: { of: Examination }): JSX.Element {
  if (status === 'failed') return <ErrorDetails error={error} />
  const counts = countVerdicts(findings.map(({ verdict }) => verdict))
  const words = { running: `, of ${total}…`, stopped: `, stopped after ${findings.length} of ${total}.`, done: '.' }
  return (
    <div class="summary">
      <progress aria-label="Checks done" max={total} value={findings.length} />
      <p role="status">
        {describeCounts(counts)}
        {words[status]}
      </p>
      {status === 'running' && findings.length === total - 1 && (
        <p class="hint">The last check watches an idle stream for 20 seconds.</p>
      )}
    </div>
  )
}
