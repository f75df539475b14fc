/** A resource template: a field for each variable, and the resource that they lead to. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { startCall } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { getDraft } from '../state/drafts.ts'
import { session } from '../state/session.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CompletionInput, useRequiredTexts } from './completion-input.tsx'
import { Definition } from './definition.tsx'
import { McpIcon } from './mcp-icon.tsx'
import { LatestRead, ReadControls } from './resource.tsx'
import { expandTemplate, readTemplate, type TemplateVariable, textOf } from './uri-template.ts'
import { ViewHead } from './view-head.tsx'

/** More variables than this are not shown. */
const MAX_VARIABLES = 50

export function TemplateView({ uriTemplate }: { uriTemplate: string }): JSX.Element {
  const template = catalog.templates.value.items.find((known) => known.uriTemplate === uriTemplate)
  const read = readTemplate(uriTemplate)
  return (
    <article class="main-body">
      <ViewHead selection={{ kind: 'template', uriTemplate }}>
        <McpIcon of={template?.icons} />
        <Text of={nonEmptyString(template?.title) ?? nonEmptyString(template?.name) ?? 'Template'} maxLength={200} />
      </ViewHead>
      {nonEmptyString(template?.description) && (
        <p class="description">
          <Text of={template?.description} maxLength={5_000} />
        </p>
      )}
      <DescriptionList
        of={{
          Template: (
            <code>
              <Text of={uriTemplate} maxLength={2_000} />
            </code>
          ),
          Type: nonEmptyString(template?.mimeType),
        }}
      />
      {'problem' in read ? (
        <UriForm uriTemplate={uriTemplate} />
      ) : (
        <VariablesForm uriTemplate={uriTemplate} variables={read.variables.slice(0, MAX_VARIABLES)} />
      )}
      <Definition of={template} />
    </article>
  )
}

interface VariablesFormProps {
  uriTemplate: string
  variables: readonly TemplateVariable[]
}

function VariablesForm({ uriTemplate, variables }: VariablesFormProps): JSX.Element {
  const draft = getDraft(session.value?.target.url ?? '', 'template', uriTemplate)
  const { value: values } = draft
  const texts = Object.fromEntries(variables.map(({ name }) => [name, textOf(values, name)]))
  const missing = variables.filter(({ name, required }) => required && textOf(values, name).trim() === '')
  const required = useRequiredTexts(missing.map(({ name }) => name))
  const uri = expandTemplate(uriTemplate, variables, values)
  const isComplete = missing.length === 0
  return (
    <>
      <form
        class="call-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (required.check(event.currentTarget)) startCall({ kind: 'resource', uri })
        }}
      >
        {variables.map(({ name, required: isRequired, isList }) => (
          <CompletionInput
            key={name}
            name={name}
            required={isRequired}
            description={isList ? 'Several values have commas between them.' : undefined}
            problem={required.problemOf(name)}
            value={textOf(values, name)}
            change={(next) => (draft.value = { ...draft.value, [name]: next })}
            reference={{ type: 'ref/resource', uri: uriTemplate }}
            context={texts}
          />
        ))}
        <p class="uri-preview">
          <span class="muted">URI</span>{' '}
          <code class={isComplete ? '' : 'muted'}>
            <Text of={uri} maxLength={2_000} />
          </code>
        </p>
        {isComplete ? (
          <ReadControls uri={uri} inForm />
        ) : (
          <p class="row">
            <button type="submit" class="primary">
              Read
            </button>
          </p>
        )}
      </form>
      {isComplete && <LatestRead uri={uri} />}
    </>
  )
}

/** For a template that cannot be expanded. */
function UriForm({ uriTemplate }: { uriTemplate: string }): JSX.Element {
  const uri = useSignal(uriTemplate)
  return (
    <>
      <form
        class="call-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (uri.value.trim() !== '') startCall({ kind: 'resource', uri: uri.value.trim() })
        }}
      >
        <p class="hint-box">
          This is not a valid URI template (RFC 6570), so it has no fields. Write the URI yourself.
        </p>
        <label class="wide">
          URI
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={uri.value}
            onInput={({ currentTarget }) => (uri.value = currentTarget.value)}
          />
        </label>
        <ReadControls uri={uri.value.trim()} inForm />
      </form>
      <LatestRead uri={uri.value.trim()} />
    </>
  )
}
