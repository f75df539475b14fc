/** The request and the response of a call side by side, as they went over the wire. */
import '../../style/exchange.css'
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Call, Ended } from '../state/calls.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatBytes } from '../ui/format.ts'
import { CodeBlock } from '../ui/highlight.tsx'
import { toJson } from '../ui/json.ts'
import { prettyJson } from '../ui/pretty-json.ts'
import { readAnswer } from '../wire/answers.ts'
import { lanesOf } from '../wire/call-rows.ts'
import type { Lane } from '../wire/rows.ts'

/** Kept while the page is open: who compares bodies does so for one call after the other. */
const isOpen = signal(true)

interface Body {
  text: string
  /** Of the whole, where only its beginning is shown. */
  cutOf?: number | undefined
}

export function Bodies({ call, ended }: { call: Call; ended: Ended }): JSX.Element | null {
  const [request, response] = useMemo(() => [requestOf(call), responseOf(call, ended)], [ended])
  if (!request && !response) return null
  return (
    <details class="bodies" open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>Request and response</summary>
      {isOpen.value && (
        <div class="body-pair">
          <BodyBlock title="Request" call={call.id} body={request} none="It was not sent." />
          <BodyBlock title="Response" call={call.id} body={response} none="There is none." />
        </div>
      )}
    </details>
  )
}

function BodyBlock({
  title,
  call,
  body,
  none,
}: {
  title: string
  call: number
  body: Body | undefined
  none: string
}): JSX.Element {
  return (
    <div class="body-block">
      <header>
        <h4>{title}</h4>
        {body && <CopyButton text={() => body.text}>Copy</CopyButton>}
      </header>
      {body ? <CodeBlock label={`${title} of call ${call}`} text={body.text} /> : <p class="muted">{none}</p>}
      {body?.cutOf !== undefined && <p class="hint">The beginning of {formatBytes(body.cutOf)}.</p>}
    </div>
  )
}

/** Of several rounds and attempts, the last one that was answered, or the last one. */
function laneOf(call: Call): Lane | undefined {
  const asked = lanesOf(call).filter(({ id }) => id !== undefined)
  return asked.findLast(({ answer }) => answer) ?? asked.at(-1)
}

function requestOf(call: Call): Body | undefined {
  const request = laneOf(call)?.recorded?.request
  if (request !== undefined) return { text: prettyJson(request) }
  return 'args' in call.action ? { text: toJson({ params: paramsOf(call) }) } : undefined
}

function paramsOf({ action }: Call): object {
  return action.kind === 'resource' ? { uri: action.uri } : { name: action.name, arguments: action.args }
}

/** The message itself. Of a larger one, the beginning is on the wire, and the client has its result. */
function responseOf(call: Call, { outcome }: Ended): Body | undefined {
  const message = answerOf(laneOf(call))
  if (message !== undefined) return { text: prettyJson(message) }
  if (outcome !== 'stopped' && 'result' in outcome) {
    const text = toJson({ result: outcome.result })
    return text.length > MAX_SHOWN ? { text: text.slice(0, MAX_SHOWN), cutOf: text.length } : { text }
  }
  const lane = laneOf(call)
  return lane?.recorded?.response ? { text: prettyJson(lane.recorded.response) } : undefined
}

const MAX_SHOWN = 65_536

/** Undefined also when it was cut off. */
function answerOf(lane: Lane | undefined): string | undefined {
  if (!lane?.recorded) return undefined
  const { messages, response, bytes } = lane.recorded
  const streamed = messages.findLast(({ data }) => readAnswer(data)?.id === lane.id)
  if (streamed) return streamed.length === streamed.data.length ? streamed.data : undefined
  if (lane.answeredElsewhere) return lane.answeredElsewhere.data
  return bytes <= MAX_SHOWN && readAnswer(response)?.id === lane.id ? response : undefined
}
