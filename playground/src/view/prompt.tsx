/** One prompt: its arguments with completion, and the messages it gives. */
import type { JSX } from 'preact'
import { latestCall, startCall } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { getDraft } from '../state/drafts.ts'
import { session } from '../state/session.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CallView } from './call.tsx'
import { CompletionInput, useRequiredTexts } from './completion-input.tsx'
import { Definition } from './definition.tsx'
import { McpIcon } from './mcp-icon.tsx'
import { textOf } from './uri-template.ts'
import { ViewHead } from './view-head.tsx'

/** Further ones are not shown. */
const MAX_ARGUMENTS = 100

export function PromptView({ name }: { name: string }): JSX.Element {
  const prompt = catalog.prompts.value.items.find((known) => known.name === name)
  const draft = getDraft(session.value?.target.url ?? '', 'prompt', name)
  const call = latestCall('prompt', name)
  const promptArguments = (Array.isArray(prompt?.arguments) ? prompt.arguments : []).slice(0, MAX_ARGUMENTS)
  // Drafts of links may hold anything.
  const texts = promptArguments.map((argument) => [argument.name, textOf(draft.value, argument.name)] as const)
  const values = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  const missing = promptArguments.filter(({ name: of, required }) => required === true && !Object.hasOwn(values, of))
  const required = useRequiredTexts(missing.map((argument) => argument.name))
  if (!prompt) return <p class="main-body muted">The server no longer has this prompt.</p>
  return (
    <article class="main-body">
      <ViewHead mono selection={{ kind: 'prompt', name }} args={draft.value}>
        <McpIcon of={prompt.icons} />
        <Text of={prompt.name} maxLength={200} />
      </ViewHead>
      {nonEmptyString(prompt.description) && (
        <p class="description">
          <Text of={prompt.description} maxLength={5_000} />
        </p>
      )}
      <form
        class="call-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (required.check(event.currentTarget)) startCall({ kind: 'prompt', name, args: values })
        }}
      >
        {promptArguments.map((argument) => (
          <CompletionInput
            key={argument.name}
            name={argument.name}
            description={nonEmptyString(argument.description)}
            required={argument.required === true}
            problem={required.problemOf(argument.name)}
            value={textOf(draft.value, argument.name)}
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
