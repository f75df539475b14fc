/** One call: its progress while it runs, then its outcome, its logs and the code that repeats it. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { linkTo } from '../state/address.ts'
import type { Call } from '../state/calls.ts'
import { pendingRequests } from '../state/server-requests.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { nonEmptyString, toText } from '../ui/json.ts'
import { clip, Text } from '../ui/text.tsx'
import { Code } from './code.tsx'
import { Outcome } from './outcome.tsx'

export function CallView({ call }: { call: Call }): JSX.Element {
  const { value: ended } = call.ended
  const container = useRef<HTMLDivElement>(null)
  // On a low screen it would be below the visible part of the pane.
  useEffect(() => container.current?.firstElementChild?.scrollIntoView({ block: 'nearest' }), [call.id, ended])
  return (
    <div class="call" key={call.id} ref={container}>
      {ended ? <Outcome call={call} ended={ended} /> : <Running call={call} />}
      <TaskLine call={call} />
      <Logs call={call} />
      {ended && <CopyCallLink call={call} />}
      {ended && <Code target={call.target} actions={[call.action]} answers={call.answers} outcomes={[ended.outcome]} />}
    </div>
  )
}

/** A link to what was called, with its arguments. It calls nothing by itself. */
function CopyCallLink({ call: { target, action } }: { call: Call }): JSX.Element {
  const selection = action.kind === 'resource' ? action : { kind: action.kind, name: action.name }
  const args = 'args' in action ? action.args : undefined
  return (
    <p>
      <CopyButton text={() => linkTo({ target, selection, args })}>Copy link to this call</CopyButton>
    </p>
  )
}

/** The task that the server made of the call. Stopping the call cancels it. */
function TaskLine({ call }: { call: Call }): JSX.Element | null {
  const task = call.task.value
  if (!task) return null
  return (
    <p class="task-line">
      Task{' '}
      <code>
        <Text of={task.taskId} maxLength={60} />
      </code>{' '}
      <span class="tag">{task.status}</span>{' '}
      {nonEmptyString(task.statusMessage) && <Text of={task.statusMessage} maxLength={300} />}
    </p>
  )
}

function Running({ call }: { call: Call }): JSX.Element {
  const elapsed = useSignal(Date.now() - call.startedAt)
  useEffect(() => {
    const timer = setInterval(() => {
      elapsed.value = Date.now() - call.startedAt
    }, 100)
    return () => clearInterval(timer)
  }, [call])
  const latest = call.progress.value
  const waitsForUser = pendingRequests.value.some(({ duringCall }) => duringCall)
  const hasTotal = latest && Number.isFinite(latest.progress) && Number.isFinite(latest.total) && latest.total! > 0
  return (
    <div class="running">
      <div class="row">
        {/* Without a total the bar is indeterminate. */}
        <progress aria-label="Progress" {...(hasTotal && { max: latest.total, value: latest.progress })} />
        <span class="elapsed">{(elapsed.value / 1_000).toFixed(1)} s</span>
        <button type="button" class="stop" onClick={call.stop}>
          Stop
        </button>
      </div>
      <p class="muted running-message" role="status">
        {waitsForUser ? 'Waiting for you' : latest ? <Text of={describeProgress(latest)} /> : 'Waiting for the server…'}
      </p>
    </div>
  )
}

function describeProgress({ progress, total, message }: NonNullable<Call['progress']['value']>): string {
  const position = total === undefined ? toText(progress) : `${toText(progress)} of ${toText(total)}`
  const text = nonEmptyString(message)
  return text ? `${clip(position, 100)} · ${clip(text, 300)}` : clip(position, 100)
}

function Logs({ call }: { call: Call }): JSX.Element | null {
  const lines = call.logs.value
  if (lines.length === 0) return null
  return (
    <details class="logs" open>
      <summary>
        Log <span class="count">{lines.length}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ol tabIndex={0} aria-label="Log messages">
        {lines.slice(-200).map(({ level, logger, data }, index) => (
          <li key={index} class={`level-${level}`}>
            <span class="level">
              <Text of={level} maxLength={20} />
            </span>
            {nonEmptyString(logger) && (
              <span class="muted">
                <Text of={logger} maxLength={60} />{' '}
              </span>
            )}
            <Text of={data} maxLength={1_000} />
          </li>
        ))}
      </ol>
    </details>
  )
}
