/** How a call ended: with a result, with a result that reports an error, without one, or stopped. */
import type { CallToolResult, GetPromptResult, JsonSchema, ReadResourceResult } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import type { Call, Ending, Result } from '../state/calls.ts'
import { duration } from '../ui/format.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { parseJson } from '../ui/text.tsx'
import { Block, Contents } from './content.tsx'
import { ErrorDetails } from './error-details.tsx'
import { SchemaCheck } from './schema-check.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { wantsSignIn } from './sign-in-buttons.tsx'

export interface OutcomeProps {
  call: Call
  how: Ending
  ms: number
  outputSchema: JsonSchema | undefined
}

export function Outcome({ call, how, ms, outputSchema }: OutcomeProps): JSX.Element {
  const after = `after ${duration(ms)}`
  if (how === 'stopped') {
    return (
      <Frame manner="quiet" title={`Stopped ${after}`}>
        <p>The server was told to stop. What it had already done is not known.</p>
      </Frame>
    )
  }
  if ('error' in how) {
    return (
      <Frame manner="bad" title={`The call failed ${after}`}>
        {wantsSignIn(how.error) && <SignInAgain />}
        <ErrorDetails error={how.error} />
      </Frame>
    )
  }
  const { result } = how
  const failed = call.action.kind === 'tool' && (result as CallToolResult).isError === true
  return (
    <Frame
      manner={failed ? 'warning' : 'good'}
      title={failed ? `The tool reports an error ${after}` : `Result ${after}`}
    >
      {failed && (
        <p>
          The tool ran and says in its result that it failed (<code>isError</code>). A model should read this and try
          something else.
        </p>
      )}
      <Shown call={call} result={result} outputSchema={outputSchema} />
      <details class="whole">
        <summary>Whole result as JSON</summary>
        <JsonTree value={result} label="Whole result" />
      </details>
    </Frame>
  )
}

function Frame({
  manner,
  title,
  children,
}: {
  manner: string
  title: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <section class={`outcome ${manner}`} aria-label="Outcome">
      {/* Only the title is announced: a result may be long. */}
      <h3>
        <span role="status">{title}</span>
      </h3>
      {children}
    </section>
  )
}

function Shown({
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
      const blank = content.length === 0 && structuredContent === undefined
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
          {saysTheSame(content, structuredContent) ? (
            <details>
              <summary>The same as text, for clients that know no structured content</summary>
              <Contents of={content} from={call.action.name} />
            </details>
          ) : (
            <Contents of={content} from={call.action.name} />
          )}
          {blank && <p class="muted">The result is empty.</p>}
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

/** Servers are told to repeat structured content as text. */
function saysTheSame(content: readonly unknown[], structured: unknown): boolean {
  const [only, ...others] = content as { text?: unknown }[]
  if (structured === undefined || others.length > 0 || typeof only?.text !== 'string') return false
  return JSON.stringify(parseJson(only.text)) === JSON.stringify(structured)
}
