/** One tool: its description, the form for its arguments, and its latest call. */
import type { Tool } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { ArgumentsForm } from '../form/arguments-form.tsx'
import { Editor } from '../form/editor.tsx'
import { initialValue } from '../form/initial.ts'
import { latestCall, startCall } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { getDraft } from '../state/drafts.ts'
import { session } from '../state/session.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CallView } from './call.tsx'
import { Definition } from './definition.tsx'
import { McpIcon } from './mcp-icon.tsx'
import { SavedCalls } from './saved-calls.tsx'
import { ViewHead } from './view-head.tsx'

export function ToolView({ name }: { name: string }): JSX.Element {
  const tool = catalog.tools.value.items.find((known) => known.name === name)
  const call = latestCall('tool', name)
  const running = call !== undefined && call.ended.value === undefined
  const target = session.value?.target
  if (!tool || !target) return <p class="main-body muted">The server no longer has this tool.</p>
  const { inputSchema } = tool
  const draft = getDraft(target.url, 'tool', name, () => initialValue(inputSchema, inputSchema, true))
  return (
    <article class="main-body">
      <ViewHead mono selection={{ kind: 'tool', name }} args={draft.value}>
        <McpIcon of={tool.icons} />
        <Text of={tool.name} maxLength={200} />
      </ViewHead>
      <ToolDescription tool={tool} />
      <ArgumentsForm
        schema={inputSchema}
        draft={draft}
        send={() => !running && startCall({ kind: 'tool', name, args: draft.value })}
        button={
          <button
            type="submit"
            class="primary call-button"
            aria-disabled={running}
            title="Enter, or Ctrl + Enter (⌘ + Enter) where Enter is a line break"
          >
            {running ? 'Running…' : 'Call'}
          </button>
        }
      >
        <Editor schema={inputSchema} draft={draft} emptyText="This tool takes no arguments." />
      </ArgumentsForm>
      <Definition of={tool} />
      <SavedCalls place={{ server: target.url, kind: 'tool', of: name }} draft={draft} />
      {call && <CallView call={call} />}
    </article>
  )
}

function ToolDescription({ tool: { title, description, annotations, outputSchema } }: { tool: Tool }): JSX.Element {
  const shownTitle = nonEmptyString(title) ?? nonEmptyString(annotations?.title)
  const hints = {
    'read-only': annotations?.readOnlyHint,
    destructive: annotations?.destructiveHint,
    idempotent: annotations?.idempotentHint,
    'open world': annotations?.openWorldHint,
    'structured output': outputSchema !== undefined,
  }
  const tags = Object.entries(hints).filter(([, hint]) => hint === true)
  return (
    <>
      {shownTitle && (
        <p class="title">
          <Text of={shownTitle} maxLength={200} />
        </p>
      )}
      {nonEmptyString(description) && (
        <p class="description">
          <Text of={description} maxLength={10_000} />
        </p>
      )}
      {tags.length > 0 && (
        <p class="tags" title="What the server says; nobody checked it">
          {tags.map(([name]) => (
            <span key={name} class={`tag ${name === 'destructive' ? 'warn' : ''}`}>
              {name}
            </span>
          ))}
        </p>
      )}
    </>
  )
}
