/** The messages of a request and its response: a row for each, its JSON on a click. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatDuration } from '../ui/format.ts'
import { CodeBlock } from '../ui/highlight.tsx'
import { parseJson } from '../ui/json.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { prettyJson } from '../ui/pretty-json.ts'
import { Pre, Text } from '../ui/text.tsx'
import { readAnswer } from './answers.ts'
import type { Lane } from './rows.ts'
import { summarize } from './subject.ts'

interface Line {
  /** The index of a message of the response; -1 for the request. */
  index: number
  arrow: '→' | '←'
  at: number
  kind: string | undefined
  data: string
}

/** Rows shown at first; a button shows more. */
const PAGE_SIZE = 200

export function MessagesTab({ lane, message }: { lane: Lane; message: number | undefined }): JSX.Element {
  const lines = linesOf(lane)
  const shown = useSignal(PAGE_SIZE)
  const left = (lane.recorded?.messageCount ?? 0) - (lane.recorded?.messages.length ?? 0)
  const wanted = lines.findIndex(({ index }) => index === message)
  const limit = Math.max(shown.value, wanted + 1)
  if (lines.length === 0) return <p class="muted">{emptyText(lane)}</p>
  return (
    <ol class={`message-rows ${lines.length === 2 ? 'pair' : ''}`} aria-label="Messages">
      {lines.slice(0, limit).map((line) => (
        <li key={line.index}>
          <MessageRow
            line={line}
            start={lane.start}
            isWanted={line.index === message}
            isAuth={lane.auth === true}
            isOpen={lane.auth === true || line.index === -1 || readAnswer(line.data)?.id === lane.id}
          />
        </li>
      ))}
      {lines.length > limit && (
        <li>
          <button type="button" class="small" onClick={() => (shown.value += PAGE_SIZE)}>
            {(lines.length - limit).toLocaleString('en')} more
          </button>
        </li>
      )}
      {left > 0 && <li class="muted">{left.toLocaleString('en')} in the middle of the stream were not kept.</li>}
    </ol>
  )
}

function linesOf({ recorded, start, headersAt, responseHeaders, auth, rpc, answeredElsewhere }: Lane): Line[] {
  if (!recorded) return []
  const { request, response, messages } = recorded
  const lines: Line[] = []
  if (request !== undefined) lines.push({ index: -1, arrow: '→', at: start, kind: auth && 'parameters', data: request })
  for (const { index, at, event, data } of messages) lines.push({ index, arrow: '←', at, kind: event, data })
  const isStream = responseHeaders?.['content-type']?.startsWith('text/event-stream')
  if (!isStream && response)
    lines.push({ index: 0, arrow: '←', at: headersAt ?? start, kind: auth && rpc, data: response })
  if (answeredElsewhere) lines.push({ ...answeredElsewhere, arrow: '←', kind: undefined })
  // An event without data only tells the client where to resume.
  return lines.filter(({ data }) => data !== '')
}

interface MessageRowProps {
  line: Line
  start: number
  isWanted: boolean
  isAuth: boolean
  /** The request and its answer are open from the start, and so are the documents of the sign-in. */
  isOpen: boolean
}

function MessageRow({ line, start, isWanted, isAuth, isOpen }: MessageRowProps): JSX.Element {
  const { arrow, at, data, index } = line
  const label = index === -1 ? 'Sent message' : `Received message ${index + 1}`
  const element = useRef<HTMLDetailsElement>(null)
  const open = useSignal(isOpen)
  const summary = summarize(data)
  useEffect(() => {
    if (!isWanted) return
    open.value = true
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  const value = open.value ? (parseJson(data) ?? parseForm(line)) : undefined
  return (
    <details
      class="message-row"
      ref={element}
      open={open.value}
      onToggle={({ currentTarget }) => (open.value = currentTarget.open)}
    >
      <summary>
        <span class="message-time">+{formatDuration(Math.max(at - start, 0))}</span> {arrow}{' '}
        <code class={summary?.kind === 'error' ? 'bad' : ''}>
          <Text of={summary?.kind ?? line.kind ?? 'text'} maxLength={60} />
        </code>{' '}
        <span class="muted">
          <Text of={(summary?.text ?? (isAuth ? '' : data)).slice(0, 160)} />
        </span>
      </summary>
      {open.value &&
        (value === undefined ? (
          <Pre label={label} text={data} />
        ) : LARGE_INTEGER.test(data) ? (
          <CodeBlock label={label} text={prettyJson(data)} />
        ) : (
          <JsonTree value={value} label={label} />
        ))}
    </details>
  )
}

/** Parsing would change it. */
const LARGE_INTEGER = /[:[,\s]-?\d{16,}/

/** The parameters of a token request are a form. */
function parseForm({ kind, data }: Line): unknown {
  return kind === 'parameters' ? Object.fromEntries(new URLSearchParams(data)) : undefined
}

function emptyText({ auth, end }: Lane): string {
  if (auth) return 'This request of the sign-in has no body, and neither has its answer.'
  return end === undefined ? 'No message yet.' : 'No message went over this request.'
}
