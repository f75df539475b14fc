/** The control for text in base64: a file that is picked or dropped, or the text itself. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { formatBytes } from '../ui/format.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import type { InputProps } from './field.tsx'
import { base64Size, maxFileSize, readBase64 } from './file.ts'

export function FileInput(props: InputProps): JSX.Element {
  const { id, describedBy, schema, required, value, invalid, change } = props
  const text = typeof value === 'string' ? value : undefined
  const picked = useSignal<{ name: string; text: string } | undefined>(undefined)
  const refusal = useSignal('')
  const asText = useSignal(false)
  const size = text === undefined ? undefined : base64Size(text)
  const pick = async (file: File | undefined) => {
    refusal.value = ''
    if (!file) return
    const limit = maxFileSize(schema)
    if (file.size > limit) {
      refusal.value = `${file.name} has ${formatBytes(file.size)}, at most ${formatBytes(limit)} can be sent.`
      return
    }
    try {
      const read = await readBase64(file)
      picked.value = { name: file.name, text: read }
      change(read)
    } catch {
      refusal.value = `${file.name} could not be read.`
    }
  }
  if (asText.value) {
    return (
      <div class="file-field">
        <textarea
          id={id}
          class="growing"
          rows={3}
          aria-describedby={describedBy}
          aria-required={required}
          aria-invalid={invalid ? 'true' : undefined}
          spellcheck={false}
          placeholder="base64"
          value={text ?? ''}
          onInput={({ currentTarget }) => change(currentTarget.value.replace(/\s/g, '') || undefined)}
        />
        <button type="button" class="small quiet" onClick={() => (asText.value = false)}>
          Choose a file
        </button>
      </div>
    )
  }
  const name = picked.value && picked.value.text === text ? picked.value.name : 'Data without a file name'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way besides the button
    <div
      class={`file-field drop ${invalid || refusal.value ? 'invalid' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void pick(event.dataTransfer?.files[0])
      }}
    >
      <label class="button small">
        {text === undefined ? 'Choose a file' : 'Replace'}
        <input
          id={id}
          type="file"
          class="visually-hidden"
          accept={nonEmptyString(schema.contentMediaType)}
          aria-describedby={`${describedBy ?? ''} ${id}-file`}
          aria-invalid={invalid || refusal.value ? 'true' : undefined}
          onChange={({ currentTarget }) => {
            void pick(currentTarget.files?.[0])
            // So that the same file can be picked again after it was changed.
            currentTarget.value = ''
          }}
        />
      </label>
      <span class="file-name" id={`${id}-file`} role="status">
        {text === undefined ? (
          <span class="muted">or drop it here</span>
        ) : (
          <>
            <Text of={name} maxLength={100} />{' '}
            <span class="muted">{size === undefined ? 'not base64' : formatBytes(size)}</span>
          </>
        )}
      </span>
      {text !== undefined && (
        <button type="button" class="small quiet" onClick={() => change(undefined)}>
          Clear
        </button>
      )}
      <button type="button" class="small quiet" onClick={() => (asText.value = true)}>
        Enter base64
      </button>
      {refusal.value && (
        <p class="problem" role="alert">
          <Text of={refusal.value} maxLength={300} />
        </p>
      )}
    </div>
  )
}
