/** The outcome of a call: a result, a result with `isError`, an error, or stopped by the person. */
import type { CallToolResult, GetPromptResult, JsonSchema, ReadResourceResult } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import { ResultView } from '../apps/result-view.tsx'
import type { Call, CallOutcome, Result } from '../state/calls.ts'
import { formatDuration } from '../ui/format.ts'
import { parseJson } from '../ui/json.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { StoryLine } from '../wire/story-line.tsx'
import { Block, Contents } from './content.tsx'
import { ErrorDetails } from './error-details.tsx'
import { KeepResult } from './keep-result.tsx'
import { SchemaCheck } from './schema-check.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { needsSignIn } from './sign-in-buttons.tsx'

export interface OutcomeProps {
  call: Call
  outcome: CallOutcome
  ms: number
  outputSchema: JsonSchema | undefined
}

export function Outcome({ call, outcome, ms, outputSchema }: OutcomeProps): JSX.Element {
  const after = `after ${formatDuration(ms)}`
  if (outcome === 'stopped') {
    return (
      <OutcomeFrame call={call} tone="quiet" title={`Stopped ${after}`}>
        <p>The server was told to stop. What it had already done is not known.</p>
      </OutcomeFrame>
    )
  }
  if ('error' in outcome) {
    return (
      <OutcomeFrame call={call} tone="bad" title={`The call failed ${after}`}>
        {needsSignIn(outcome.error) && <SignInAgain />}
        <ErrorDetails error={outcome.error} />
      </OutcomeFrame>
    )
  }
  const { result } = outcome
  const failed = call.action.kind === 'tool' && (result as CallToolResult).isError === true
  return (
    <OutcomeFrame
      call={call}
      tone={failed ? 'warning' : 'good'}
      title={failed ? `The tool reports an error ${after}` : `Result ${after}`}
    >
      {failed && (
        <p>
          The tool ran and says in its result that it failed (<code>isError</code>). A model should read this and try
          something else.
        </p>
      )}
      <ResultView call={call} result={result} />
      <ResultContent call={call} result={result} outputSchema={outputSchema} />
      <KeepResult action={call.action} result={result} />
      <details class="whole">
        <summary>Whole result as JSON</summary>
        <JsonTree value={result} label="Whole result" />
      </details>
    </OutcomeFrame>
  )
}

function OutcomeFrame({
  call,
  tone,
  title,
  children,
}: {
  call: Call
  tone: string
  title: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <section class={`outcome ${tone}`} aria-label="Outcome">
      {/* Only the title is announced by screen readers: a result may be long. */}
      <h3>
        <span role="status">{title}</span>
      </h3>
      <StoryLine call={call} />
      {children}
    </section>
  )
}

function ResultContent({
  call,
  result,
  outputSchema,
}: {
  call: Call
  result: Result
  outputSchema: JsonSchema | undefined
}): JSX.Element {
  switch (call.action.kind) {
    case 'tool': {
      const { content, structuredContent, isError } = result as CallToolResult
      const isEmpty = content.length === 0 && structuredContent === undefined
      return (
        <>
          {structuredContent !== undefined && (
            <Block
              kind="Structured content"
              aside={outputSchema && !isError && <SchemaCheck schema={outputSchema} value={structuredContent} />}
            >
              <JsonTree value={structuredContent} label="Structured content" />
            </Block>
          )}
          {repeatsStructuredContent(content, structuredContent) ? (
            <details>
              <summary>The same as text, for clients that know no structured content</summary>
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
