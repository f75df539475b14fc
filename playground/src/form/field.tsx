/** One value as a form control, chosen by its schema and its present value. */
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { nonEmptyString } from '../ui/json.ts'
import { clip, Text } from '../ui/text.tsx'
import { ArrayField, ObjectField } from './groups.tsx'
import { BooleanInput, ChoiceInput, ChoicesInput, JsonInput, NullInput, NumberInput } from './inputs.tsx'
import { type Kind, typeName } from './kind.ts'
import { type Plan, planOf } from './model.ts'
import type { Schema } from './shape.ts'
import { TextInput } from './text-input.tsx'
import { VariantField } from './variants.tsx'

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
  root: Schema
  required: boolean
  /** Undefined: left out, or null. */
  value: unknown
  placeholder: string | undefined
  change(value: unknown): void
}

export type GroupProps = FieldProps & { plan: Plan }

const inputs: Partial<Record<Kind, (props: InputProps) => JSX.Element>> = {
  choice: ChoiceInput,
  choices: ChoicesInput,
  boolean: BooleanInput,
  number: NumberInput,
  text: TextInput,
  null: NullInput,
}

const groups: Partial<Record<Kind, (props: GroupProps) => JSX.Element>> = {
  object: ObjectField,
  map: ObjectField,
  array: ArrayField,
  variants: VariantField,
}

export function Field(props: FieldProps): JSX.Element {
  const id = useId()
  const { name, root, required, value, change, depth } = props
  const plan = planOf(props.schema, root, value, depth)
  const { schema, nullable, problem } = plan
  const Group = groups[plan.kind]
  if (Group) return <Group {...props} plan={plan} />
  const Input = inputs[plan.kind] ?? JsonInput
  const description = nonEmptyString(schema.description)
  const describedBy = description && `${id}-hint`
  const isNull = nullable && value === null
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>
          <Name of={name} plan={plan} root={root} required={required} />
        </label>
        {nullable && <NullBox name={name} value={value} change={change} />}
      </div>
      <Input
        id={id}
        describedBy={describedBy}
        schema={schema}
        root={root}
        required={required}
        value={isNull ? undefined : value}
        placeholder={isNull ? 'null' : undefined}
        change={change}
      />
      {problem && <p class="hint">This is not a schema ({problem}), so the value is written as JSON.</p>}
      {description && (
        <p class="hint" id={describedBy}>
          <Text of={description} maxLength={2_000} />
        </p>
      )}
    </div>
  )
}

/** Chooses `null` where a schema allows it besides another type; typing a value takes it back. */
export function NullBox({ name, value, change }: Pick<FieldProps, 'name' | 'value' | 'change'>): JSX.Element {
  return (
    <label class="check null-box">
      <input
        type="checkbox"
        aria-label={`Send null as ${clip(name, 100)}`}
        checked={value === null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? null : undefined)}
      />
      null
    </label>
  )
}

export function Name(props: { of: string; plan: Plan; root: Schema; required: boolean }): JSX.Element {
  const { of, plan, root, required } = props
  const title = nonEmptyString(plan.schema.title)
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
        <Text of={typeName(plan, root)} maxLength={100} />
        {required && ', required'}
      </span>
    </>
  )
}
