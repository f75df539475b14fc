/** One step of a sign-in: its outcome in a line, and on a click the request, the response and the advice. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { formatDuration, formatTime } from '../ui/format.ts'
import { toJson, toText } from '../ui/json.ts'
import { Pre, Text } from '../ui/text.tsx'
import { headersOf } from '../wire/secrets.ts'
import { showRow } from '../wire/selected.ts'
import type { Check } from './checks.ts'
import { type Json, receivedOf, refusalOf, sentOf } from './lanes.ts'
import type { Step, StepState } from './steps.ts'

const marks: Record<StepState, { sign: string; word: string; tone: string }> = {
  right: { sign: '✓', word: 'OK', tone: 'good' },
  wrong: { sign: '✕', word: 'Failed', tone: 'bad' },
  waiting: { sign: '…', word: 'Waiting', tone: 'warn' },
  skipped: { sign: '–', word: 'No request', tone: '' },
  'not-reached': { sign: '', word: 'Not reached', tone: '' },
}

export function StepCard({ step }: { step: Step }): JSX.Element {
  const { kind, title, state, summary, lane } = step
  const open = useSignal(state === 'wrong')
  // A step that fails while it is watched opens itself; the reader may close it again.
  useEffect(() => {
    if (state === 'wrong') open.value = true
  }, [state, lane?.key])
  const { sign, word, tone } = marks[state]
  const head = (
    <>
      <span class="step-sign" aria-hidden="true">
        {sign}
      </span>
      <span class="step-title">{title}</span>
      <span class={`tag ${tone}`}>{word}</span>
      <span class="step-summary muted">
        <Text of={summary} maxLength={400} />
      </span>
    </>
  )
  if (!lane) {
    return (
      <li class={`step step-${state}`} data-step={kind}>
        <div class="step-head">{head}</div>
      </li>
    )
  }
  return (
    <li class={`step step-${state}`} data-step={kind}>
      <details open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
        <summary class="step-head">{head}</summary>
        {open.value && <StepBody step={step} />}
      </details>
    </li>
  )
}

function StepBody({ step }: { step: Step }): JSX.Element {
  const { expected, checks, tried, sent, received } = step
  const lane = step.lane!
  const took = lane.end === undefined ? '' : `, ${formatDuration(Math.max(lane.end - lane.start, 0))}`
  return (
    <div class="step-body">
      <ul class="step-checks" aria-label="Checks">
        {checks.map((check) => (
          <CheckLine key={check.text} check={check} />
        ))}
      </ul>
      <p>
        <span class="muted">Expected:</span> <Text of={expected} />
      </p>
      <div class="step-exchange">
        <div>
          <h4>Request</h4>
          <p class="mono-line">
            {lane.method} <Text of={lane.url} maxLength={500} />
          </p>
          {tried.map(({ key, url, status }) => (
            <p key={key} class="mono-line muted">
              tried <Text of={url} maxLength={500} />: {status || 'no answer'}
            </p>
          ))}
          <Members of={sent} />
        </div>
        <div>
          <h4>Response</h4>
          <p class="mono-line">{describeStatus(step)}</p>
          <Members of={received} />
        </div>
      </div>
      <Raw step={step} />
      <p class="row">
        <button type="button" class="small" onClick={() => showRow(lane.key)}>
          Show in the wire
        </button>
        <span class="muted">
          {formatTime(lane.start)}
          {took}
        </span>
      </p>
    </div>
  )
}

function CheckLine({ check: { is, text, fix } }: { check: Check }): JSX.Element {
  const words = { right: 'OK', wrong: 'Failed', note: 'Note' }
  return (
    <li class={`check-${is}`}>
      <span aria-hidden="true">{{ right: '✓', wrong: '✕', note: 'i' }[is]}</span>
      <span>
        <span class="visually-hidden">{words[is]}: </span>
        <Text of={text} maxLength={600} />
        {fix && (
          <strong class="fix">
            <Text of={fix} maxLength={600} />
          </strong>
        )}
      </span>
    </li>
  )
}

function describeStatus({ kind, lane, state }: Step): string {
  if (state === 'waiting') return 'not yet'
  if (kind === 'authorize') return lane?.outcome === 'cancelled' ? 'none' : 'callback'
  return String((lane && refusalOf(lane)?.status) ?? (lane?.status || 'no answer'))
}

function Members({ of }: { of: Json }): JSX.Element | null {
  const entries = Object.entries(of)
  if (entries.length === 0) return null
  return (
    <dl class="step-members">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Text of={Array.isArray(value) ? value.map(toText).join('\n') : value} maxLength={2_000} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Headers and bodies as the wire keeps them: without secrets. */
function Raw({ step: { title, lane } }: { step: Step }): JSX.Element {
  const open = useSignal(false)
  const headers = headersOf(lane!, false)
  const bodies = !refusalOf(lane!)
  const sent = { headers: headers.request, ...(bodies && { body: sentOf(lane!) }) }
  const received = {
    headers: headers.response,
    ...(bodies && { body: receivedOf(lane!) ?? lane!.recorded?.response ?? '' }),
  }
  return (
    <details open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>Raw</summary>
      {open.value && (
        <div class="step-raw">
          <Pre label={`Raw request: ${title}`} text={toJson(sent)} />
          <Pre label={`Raw response: ${title}`} text={toJson(received)} />
        </div>
      )}
    </details>
  )
}
