/** One value as a form control, chosen by its schema and its present value. */
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { isObject } from '../../../src/core/util/is-object.ts'
import { nonEmptyString } from '../ui/json.ts'
import { clip, Text } from '../ui/text.tsx'
import { ArrayField, ObjectField, VariantField } from './groups.tsx'
import { BooleanInput, ChoiceInput, ChoicesInput, JsonInput, NumberInput, TextInput } from './inputs.tsx'
import { type Kind, kindOf, resolve, type Schema, typeName } from './schema.ts'

export interface FieldProps {
  name: string
  schema: unknown
  /** The document that `$ref` points into. */
  root: Schema
  required: boolean
  /** Undefined: the property is left out. */
  value: unknown
  change(value: unknown): void
  depth: number
}

export interface InputProps {
  id: string
  describedBy: string | undefined
  schema: Schema
  required: boolean
  value: unknown
  change(value: unknown): void
}

/** Values nested deeper than this are edited as JSON. */
const MAX_DEPTH = 8

const inputs: Partial<Record<Kind, (props: InputProps) => JSX.Element>> = {
  choice: ChoiceInput,
  choices: ChoicesInput,
  boolean: BooleanInput,
  number: NumberInput,
  text: TextInput,
}

const groups: Partial<Record<Kind, (props: FieldProps & { schema: Schema }) => JSX.Element>> = {
  object: ObjectField,
  array: ArrayField,
  variants: VariantField,
}

export function Field(props: FieldProps): JSX.Element {
  const id = useId()
  const { name, root, required, value, change, depth } = props
  const schema = resolve(props.schema, root)
  const kind = canShow(kindOf(schema), value) && depth < MAX_DEPTH ? kindOf(schema) : 'json'
  const Group = groups[kind]
  const description = nonEmptyString(schema.description)
  if (Group) return <Group {...props} schema={schema} />
  const Input = inputs[kind] ?? JsonInput
  const describedBy = description && `${id}-hint`
  return (
    <div class="field">
      <label for={id}>
        <Name of={name} schema={schema} required={required} />
      </label>
      <Input id={id} describedBy={describedBy} schema={schema} required={required} value={value} change={change} />
      {description && (
        <p class="hint" id={describedBy}>
          <Text of={description} maxLength={2_000} />
        </p>
      )}
    </div>
  )
}

export function Name({ of, schema, required }: { of: string; schema: Schema; required: boolean }): JSX.Element {
  const title = nonEmptyString(schema.title)
  return (
    <>
      <code>
        <Text of={clip(of, 200)} />
      </code>{' '}
      {title && title !== of && (
        <span class="field-title">
          <Text of={title} maxLength={200} />{' '}
        </span>
      )}
      <span class="muted">
        <Text of={typeName(schema)} maxLength={100} />
        {required && ', required'}
      </span>
    </>
  )
}

/** Whether a control of this kind can show the value without losing any of it. */
function canShow(kind: Kind, value: unknown): boolean {
  if (value === undefined) return true
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'object':
      return isObject(value)
    case 'array':
    case 'choices':
      return Array.isArray(value)
    default:
      return true
  }
}
