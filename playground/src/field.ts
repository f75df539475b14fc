/** One argument as a form control, chosen by its JSON Schema and by the value it has to hold. */
import { element } from './element.ts'
import { asText, clip, textOf, toJson } from './show.ts'

export interface Field {
  element: HTMLElement
  /** Undefined when the argument is left out. */
  read(): unknown
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Holder {
  control: Control
  read(): unknown
}

export interface FieldOptions {
  name: string
  schema: Record<string, unknown>
  required: boolean
  value: unknown
}

let made = 0

export function createField(options: FieldOptions): Field {
  const { name, schema, required } = options
  const { control, read } = createHolder(options)
  control.id = `argument-${++made}`
  control.spellcheck = false
  const description = textOf(schema.description)
  const hint = description && element('p', { className: 'hint', id: `${control.id}-hint` }, clip(description, 2_000))
  if (hint) control.setAttribute('aria-describedby', hint.id)
  const label = element('label', { htmlFor: control.id }, element('code', {}, clip(name, 200)), ' ')
  label.append(element('span', { className: 'muted' }, `${typeName(schema)}${required ? ', required' : ''}`))
  return { element: element('div', { className: 'field' }, label, control, hint || undefined), read }
}

function createHolder({ schema, required, value }: FieldOptions): Holder {
  const { type } = schema
  const choices = Array.isArray(schema.enum) ? schema.enum : type === 'boolean' ? [true, false] : undefined
  const holds = (kind: string) => value === undefined || typeof value === kind
  if (choices && (value === undefined || choices.includes(value))) return choice(choices, required, value)
  if (type === 'string' && holds('string')) return text(required, value as string | undefined)
  if ((type === 'number' || type === 'integer') && holds('number')) {
    return number(type === 'integer' ? '1' : 'any', required, value as number | undefined)
  }
  return json(required, value)
}

function choice(choices: unknown[], required: boolean, value: unknown): Holder {
  const control = element('select', { required })
  // An empty value is what `required` refuses.
  control.append(element('option', { value: '' }, required ? 'Choose…' : '(left out)'))
  choices.forEach((offered, index) => {
    const selected = offered === value
    control.append(element('option', { value: String(index), selected }, clip(asText(offered), 200)))
  })
  return { control, read: () => (control.value === '' ? undefined : choices[Number(control.value)]) }
}

/** A required text may be empty: leaving it out is what the schema forbids. */
function text(required: boolean, value = ''): Holder {
  const control = element('input', { type: 'text', value, autocomplete: 'off' })
  return { control, read: () => (control.value === '' && !required ? undefined : control.value) }
}

function number(step: string, required: boolean, value: number | undefined): Holder {
  const control = element('input', { type: 'number', step, required, value: value === undefined ? '' : String(value) })
  return { control, read: () => (control.value === '' ? undefined : control.valueAsNumber) }
}

function json(required: boolean, value: unknown): Holder {
  const control = element('textarea', { required, rows: 3, placeholder: 'JSON' })
  if (value !== undefined) control.value = toJson(value)
  control.addEventListener('input', () => control.setCustomValidity(complaint(control.value)))
  return { control, read: () => (control.value.trim() === '' ? undefined : JSON.parse(control.value)) }
}

/** Empty when the text is JSON or nothing at all. */
function complaint(value: string): string {
  if (value.trim() === '') return ''
  try {
    JSON.parse(value)
    return ''
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`
  }
}

function typeName({ type, enum: choices }: Record<string, unknown>): string {
  if (Array.isArray(choices)) return 'choice'
  const known = Array.isArray(type) ? type.map(asText).join(' or ') : textOf(type)
  return clip(known ?? 'any', 100)
}
