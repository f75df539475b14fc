/** The control for text: a line, several lines, a file, or a date; whichever shows the present text without loss. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { nonEmptyString } from '../ui/json.ts'
import type { InputProps } from './field.tsx'
import { isFileSchema } from './file.ts'
import { FileInput } from './file-input.tsx'
import { canPick } from './moment.ts'
import { MomentInput } from './moment-input.tsx'
import type { Schema } from './shape.ts'

/** Formats with the keyboard that a phone shows for them. */
const inputModes: Record<string, 'email' | 'url' | 'tel'> = { email: 'email', uri: 'url', url: 'url', phone: 'tel' }

/** Texts that may be longer are given several lines from the start. */
const MAX_LINE = 200

const LONG_FORMATS = /^(multi-?line|text-?area|markdown|html|xml|json|yaml|code|text)$/

export function TextInput(props: InputProps): JSX.Element {
  const { schema, value } = props
  // It stays a text from then on: an element that is replaced while somebody types loses the focus.
  const isText = useRef(false)
  if (!canPick(schema, value)) isText.current = true
  if (isFileSchema(schema)) return <FileInput {...props} />
  return isText.current ? <Lines {...props} /> : <MomentInput {...props} />
}

/** An empty field is left out. The form says so when the text is required. */
function Lines(props: InputProps): JSX.Element {
  const { id, describedBy, schema, required, value, invalid, change } = props
  const text = typeof value === 'string' ? value : ''
  const [isExpanded, expand] = useState(() => takesLines(schema))
  const box = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (caret.current === undefined || !box.current) return
    box.current.focus()
    box.current.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [isExpanded])
  const set = (next: string) => change(next === '' ? undefined : next)
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-required': required,
    'aria-invalid': invalid ? ('true' as const) : undefined,
    autocomplete: 'off',
    spellcheck: false,
    placeholder: props.placeholder ?? exampleOf(schema),
    value: text,
  } as const
  // Also when text of several lines comes from a link or a saved call: a line would swallow the breaks.
  if (isExpanded || text.includes('\n')) {
    return (
      <textarea
        ref={box}
        class="growing"
        rows={Math.min(Math.max(text.split('\n').length, 2), 16)}
        {...shared}
        onInput={({ currentTarget }) => {
          if (!isExpanded) expand(true)
          set(currentTarget.value)
        }}
      />
    )
  }
  const expandAt = (position: number) => {
    caret.current = position
    expand(true)
  }
  return (
    <div class="line">
      <input
        type="text"
        inputMode={Object.hasOwn(inputModes, String(schema.format)) ? inputModes[String(schema.format)]! : 'text'}
        {...shared}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain').replace(/\r\n?/g, '\n') ?? ''
          if (!pasted.trimEnd().includes('\n')) return
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          const start = selectionStart ?? text.length
          set(text.slice(0, start) + pasted + text.slice(selectionEnd ?? start))
          expandAt(start + pasted.length)
        }}
      />
      <button
        type="button"
        class="quiet icon expand"
        aria-label="Write several lines"
        title="Write several lines"
        onClick={() => expandAt(text.length)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 4h10M3 8h10M3 12h6" />
        </svg>
      </button>
    </div>
  )
}

function takesLines({ maxLength, format, contentMediaType }: Schema): boolean {
  if (typeof maxLength === 'number' && maxLength > MAX_LINE) return true
  return LONG_FORMATS.test(nonEmptyString(format) ?? '') || nonEmptyString(contentMediaType) !== undefined
}

function exampleOf({ examples, example }: Schema): string | undefined {
  const first: unknown = Array.isArray(examples) ? examples[0] : example
  return typeof first === 'string' && first !== '' && first.length <= 100 ? `such as ${first}` : undefined
}
