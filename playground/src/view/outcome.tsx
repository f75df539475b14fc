/** The outcome of a call: what happened as its headline, then the result or the error, then the exchange itself. */
import type { CallToolResult, GetPromptResult, ReadResourceResult } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { ResultView } from '../apps/result-view.tsx'
import type { Call, Ended, Result } from '../state/calls.ts'
import type { CheckedSchema } from '../state/server/check-output.ts'
import { formatDuration } from '../ui/format.ts'
import { parseJson } from '../ui/json.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { Text } from '../ui/text.tsx'
import { StoryLine } from '../wire/story-line.tsx'
import { Bodies } from './bodies.tsx'
import { Block, Contents } from './content.tsx'
import { ErrorDetails } from './error-details.tsx'
import { KeepResult } from './keep-result.tsx'
import { SchemaCheck } from './schema-check.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { needsSignIn } from './sign-in-buttons.tsx'

export function Outcome({ call, ended }: { call: Call; ended: Ended }): JSX.Element {
  const { outcome, ms, verdict } = ended
  return (
    <section class={`outcome ${verdict.tone} outcome-${verdict.kind}`} aria-label="Outcome">
      {/* Only the title is announced by screen readers: a result may be long. */}
      <h3>
        <span role="status">
          {verdict.headline} <span class="outcome-ms">{formatDuration(ms)}</span>
        </span>
      </h3>
      <StoryLine call={call} />
      {outcome === 'stopped' ? (
        <p>The server was told to stop. What it had already done is not known.</p>
      ) : 'error' in outcome ? (
        <>
          {needsSignIn(outcome.error) && <SignInAgain />}
          <ErrorDetails error={outcome.error} />
        </>
      ) : (
        <ResultPart call={call} ended={ended} result={outcome.result} />
      )}
      {call.lost === 'secrets' && <p class="hint">Secrets in it were not stored.</p>}
      <Bodies call={call} ended={ended} />
    </section>
  )
}

function ResultPart({ call, ended, result }: { call: Call; ended: Ended; result: Result }): JSX.Element {
  const { verdict, schema } = ended
  return (
    <>
      {verdict.kind === 'tool-error' && (
        <p>
          The tool ran and says in its result that it failed (<code>isError</code>). A model should read this and try
          something else.
        </p>
      )}
      {verdict.kind === 'schema' && (
        <p class="mismatch">
          <Text of={verdict.reason} maxLength={500} /> The result does not fit the output schema of the tool: clients
          that check it refuse it.
        </p>
      )}
      <ResultView call={call} result={result} />
      <ResultContent call={call} result={result} schema={schema} />
      <KeepResult action={call.action} result={result} />
    </>
  )
}

function ResultContent({
  call,
  result,
  schema,
}: {
  call: Call
  result: Result
  schema: CheckedSchema | undefined
}): JSX.Element {
  switch (call.action.kind) {
    case 'tool': {
      const { content, structuredContent } = result as CallToolResult
      const isEmpty = content.length === 0 && structuredContent === undefined
      return (
        <>
          {structuredContent !== undefined && (
            <Block kind="Structured content" aside={schema && <SchemaCheck of={schema} />}>
              <JsonTree value={structuredContent} label="Structured content" />
            </Block>
          )}
          {repeatsStructuredContent(content, structuredContent) ? (
            <details>
              <summary>Text fallback</summary>
              <Contents of={content} from={call.action.name} />
            </details>
          ) : (
            <Contents of={content} from={call.action.name} />
          )}
          {isEmpty && <p class="muted">The result is empty.</p>}
        </>
      )
    }
    case 'resource': {
      const { contents } = result as ReadResourceResult
      return <Contents of={contents.map((resource) => ({ type: 'resource', resource }))} from={call.action.uri} />
    }
    case 'prompt': {
      const { messages } = result as GetPromptResult
      return (
        <>
          {messages.slice(0, 200).map(({ role, content }, index) => (
            <div key={index} class={`message role-${role === 'assistant' ? 'assistant' : 'user'}`}>
              <p class="kind">{role === 'assistant' ? 'assistant' : 'user'}</p>
              <Contents of={[content]} from={call.action.kind} />
            </div>
          ))}
        </>
      )
    }
  }
}

/** Servers should also send structured content as JSON text, for older clients. */
function repeatsStructuredContent(content: readonly unknown[], structured: unknown): boolean {
  const [only, ...others] = content as { text?: unknown }[]
  if (structured === undefined || others.length > 0 || typeof only?.text !== 'string') return false
  return JSON.stringify(parseJson(only.text)) === JSON.stringify(structured)
}
