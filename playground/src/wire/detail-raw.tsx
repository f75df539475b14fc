/** The bodies of a request and its response, as they went over the wire. */
import type { JSX } from 'preact'
import { formatBytes } from '../ui/format.ts'
import { CodeBlock } from '../ui/highlight.tsx'
import type { Lane } from './rows.ts'

export function RawTab({ lane: { recorded } }: { lane: Lane }): JSX.Element {
  const { request, response = '', bytes = 0 } = recorded ?? {}
  const isWhole = bytes <= new Blob([response]).size
  return (
    <>
      {request && (
        <div class="block">
          <h4>Request body</h4>
          <CodeBlock label="Request body" text={request} />
        </div>
      )}
      {response && (
        <div class="block">
          <h4>{isWhole ? 'Response body' : `Response body, the beginning of ${formatBytes(bytes)}`}</h4>
          <CodeBlock label="Response body" text={response} />
        </div>
      )}
      {!request && !response && <p class="muted">Neither the request nor the response has a body.</p>}
    </>
  )
}
