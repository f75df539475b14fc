/** "Types": the TypeScript of the connected server, and how to connect with it. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { CodeSource } from '../code/source.ts'
import type { GeneratedTypes } from '../code/types.ts'
import { catalog } from '../state/catalog.ts'
import { session } from '../state/session.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { download } from '../ui/download.ts'
import { CodeBlock } from '../ui/highlight.tsx'
import { Text } from '../ui/text.tsx'

export function Types({ target }: { target: CodeSource['target'] }): JSX.Element {
  const attempt = useSignal(0)
  const generated = useSignal<GeneratedTypes | { error: unknown } | undefined>(undefined)
  const known = session.value
  const client = known?.target.url === target.url ? known.client : undefined
  const { tools, prompts, resources, templates } = catalog
  const isLoading = [tools, prompts, resources, templates].some(({ value }) => value.loading)
  const items = [tools, prompts, resources, templates].map(({ value }) => value.items)
  // The server may change while its types are shown.
  useEffect(() => {
    if (!client || isLoading) return
    const leaving = new AbortController()
    const show = (next: typeof generated.value) => {
      if (!leaving.signal.aborted) generated.value = next
    }
    import('../code/types.ts')
      .then(({ writeTypes }) => writeTypes(client, target, leaving.signal))
      .then(show, (error: unknown) => show({ error }))
    return () => leaving.abort()
  }, [client, isLoading, ...items, attempt.value])
  const { value } = generated
  if (!client) return <p class="muted">Connect to this server again to generate its types.</p>
  if (!value) return <p role="status">Generating types…</p>
  if ('error' in value) {
    return (
      <div class="row">
        <p class="problem" role="alert">
          The types could not be generated:{' '}
          <Text of={value.error instanceof Error ? value.error.message : value.error} maxLength={1_000} />
        </p>
        <button type="button" class="small" onClick={() => attempt.value++}>
          Try again
        </button>
      </div>
    )
  }
  const { file, text, usage } = value
  return (
    <>
      <div class="row">
        <p>
          The types, in <code>{file}</code>
        </p>
        <span class="row">
          <CopyButton text={() => text}>Copy the types</CopyButton>
          <button type="button" class="small" onClick={() => download(file, text, 'text/plain')}>
            Download {file}
          </button>
        </span>
      </div>
      <div class="generated-types">
        <CodeBlock label={`Types in ${file}`} text={text} />
      </div>
      <div class="row">
        <p>Connect with them</p>
        <CopyButton text={() => usage}>Copy the program</CopyButton>
      </div>
      <div class="types-usage">
        <CodeBlock label="Program with types" text={usage} />
      </div>
    </>
  )
}
