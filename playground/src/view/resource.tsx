/** One resource, or a resource of a template: reading it, and watching it for changes. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { latestCall, startCall } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { isWatched, setWatched } from '../state/changes.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatBytes } from '../ui/format.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CallView } from './call.tsx'
import { CompletionInput } from './completion-input.tsx'
import { Definition } from './definition.tsx'
import { ViewHead } from './view-head.tsx'

export function ResourceView({ uri }: { uri: string }): JSX.Element {
  const resource = catalog.resources.value.items.find((known) => known.uri === uri)
  return (
    <article class="main-body">
      <ViewHead selection={{ kind: 'resource', uri }}>
        <Text of={nonEmptyString(resource?.title) ?? nonEmptyString(resource?.name) ?? 'Resource'} maxLength={200} />
      </ViewHead>
      {nonEmptyString(resource?.description) && (
        <p class="description">
          <Text of={resource?.description} maxLength={5_000} />
        </p>
      )}
      <DescriptionList
        of={{
          Address: (
            <code>
              <Text of={uri} maxLength={2_000} />
            </code>
          ),
          Type: nonEmptyString(resource?.mimeType),
          Size: typeof resource?.size === 'number' ? formatBytes(resource.size) : undefined,
        }}
      />
      <ReadControls uri={uri} definition={resource} />
    </article>
  )
}

function ReadControls({ uri, definition }: { uri: string; definition: object | undefined }): JSX.Element {
  const call = latestCall('resource', uri)
  const watched = isWatched(uri)
  return (
    <>
      <p class="row">
        <button type="button" class="primary" onClick={() => startCall({ kind: 'resource', uri })}>
          Read
        </button>
        <button type="button" aria-pressed={watched} onClick={() => setWatched(uri, !watched)}>
          {watched ? 'Stop watching' : 'Watch for changes'}
        </button>
      </p>
      <Definition of={definition} />
      {call && <CallView call={call} />}
    </>
  )
}

export function TemplateView({ uriTemplate }: { uriTemplate: string }): JSX.Element {
  const template = catalog.templates.value.items.find((known) => known.uriTemplate === uriTemplate)
  const values = useSignal<Record<string, string>>({})
  const names = variablesOf(uriTemplate)
  const uri = expand(uriTemplate, values.value)
  return (
    <article class="main-body">
      <ViewHead selection={{ kind: 'template', uriTemplate }}>
        <Text of={nonEmptyString(template?.title) ?? nonEmptyString(template?.name) ?? 'Template'} maxLength={200} />
      </ViewHead>
      <DescriptionList
        of={{
          Description: nonEmptyString(template?.description),
          Template: (
            <code>
              <Text of={uriTemplate} maxLength={2_000} />
            </code>
          ),
        }}
      />
      {names.slice(0, 50).map((name) => (
        <CompletionInput
          key={name}
          name={name}
          required
          value={values.value[name] ?? ''}
          change={(next) => (values.value = { ...values.value, [name]: next })}
          reference={{ type: 'ref/resource', uri: uriTemplate }}
          context={values.value}
        />
      ))}
      <p>
        <code>
          <Text of={uri} maxLength={2_000} />
        </code>
      </p>
      <ReadControls uri={uri} definition={template} />
    </article>
  )
}

/** The variable names of a URI template (RFC 6570). Expressions with prefix modifiers (`{name:3}`) stay as they are. */
function variablesOf(template: string): string[] {
  return [...new Set([...template.matchAll(/\{[+#./;?&]?([\w.,%*-]+)\}/g)].flatMap(([, list]) => list!.split(',')))]
}

function expand(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\{([+#./;?&]?)([\w.,%*-]+)\}/g, (whole, operator: string, list: string) => {
    const filled = list.split(',').filter((name) => values[name])
    if (filled.length === 0) return operator === '' || operator === '+' ? whole : ''
    const encode = (name: string) => (operator === '+' ? encodeURI(values[name]!) : encodeURIComponent(values[name]!))
    if (operator === '?' || operator === '&')
      return operator + filled.map((name) => `${name}=${encode(name)}`).join('&')
    return (operator === '+' ? '' : operator) + filled.map(encode).join(operator === '/' ? '/' : ',')
  })
}
