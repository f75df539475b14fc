/** One prompt: its arguments with completion, and the messages it gives. */
import type { JSX } from 'preact'
import { latestCall, startCall } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { getDraft } from '../state/drafts.ts'
import { session } from '../state/session.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CallView } from './call.tsx'
import { CompletionInput } from './completion-input.tsx'
import { Definition } from './definition.tsx'
import { ViewHead } from './view-head.tsx'

export function PromptView({ name }: { name: string }): JSX.Element {
  const prompt = catalog.prompts.value.items.find((known) => known.name === name)
  const draft = getDraft(session.value?.target.url ?? '', 'prompt', name, {})
  const values = draft.value as Record<string, string>
  const call = latestCall('prompt', name)
  if (!prompt) return <p class="main-body muted">The server no longer has this prompt.</p>
  const promptArguments = Array.isArray(prompt.arguments) ? prompt.arguments : []
  return (
    <article class="main-body">
      <ViewHead mono selection={{ kind: 'prompt', name }} args={draft.value}>
        <Text of={prompt.name} maxLength={200} />
      </ViewHead>
      {nonEmptyString(prompt.description) && (
        <p class="description">
          <Text of={prompt.description} maxLength={5_000} />
        </p>
      )}
      <form
        class="call-form"
        onSubmit={(event) => {
          event.preventDefault()
          startCall({ kind: 'prompt', name, args: values })
        }}
      >
        {promptArguments.slice(0, 100).map((argument) => (
          <CompletionInput
            key={argument.name}
            name={argument.name}
            description={nonEmptyString(argument.description)}
            required={argument.required === true}
            value={values[argument.name] ?? ''}
            change={(next) => (draft.value = { ...draft.value, [argument.name]: next })}
            reference={{ type: 'ref/prompt', name }}
            context={values}
          />
        ))}
        <button type="submit" class="primary call-button">
          Get
        </button>
      </form>
      <Definition of={prompt} />
      {call && <CallView call={call} />}
    </article>
  )
}
