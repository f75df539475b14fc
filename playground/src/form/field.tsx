/** One value as a form control, chosen by its schema and its present value. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useContext, useId } from 'preact/hooks'
import { nonEmptyString } from '../ui/json.ts'
import { clip, Text } from '../ui/text.tsx'
import { FormContext } from './form-state.ts'
import { ArrayField, ObjectField } from './groups.tsx'
import { BooleanInput, ChoiceInput, ChoicesInput, JsonInput, NullInput } from './inputs.tsx'
import { type Kind, typeName } from './kind.ts'
import { limitsOf } from './limits.ts'
import { type Plan, planOf } from './model.ts'
import { NumberInput } from './number-input.tsx'
import type { Schema } from './shape.ts'
import { TextInput } from './text-input.tsx'
import { VariantField } from './variants.tsx'

export interface FieldProps {
  name: string
  /** The place in the arguments, as a JSON pointer. */
  path: string
  schema: unknown
  /** The document that `$ref` points into. */
  root: Schema
  required: boolean
  /** Undefined: the property is left out. */
  value: unknown
  change(value: unknown): void
  depth: number
}

/** What was typed, where the value does not say it: `1.50`, or something that is no value at all. */
export interface Typed {
  text: string
  /** The value that it stands for: another one has come from elsewhere. */
  value: unknown
  /** Why it is no value. */
  problem?: string | undefined
  /** It may become one with the next key, so that it is no problem yet. */
  isUnfinished?: boolean
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
  invalid: boolean
  typed: Typed | undefined
  change(value: unknown): void
  /** Like `change`, and keeps the text. */
  type(typed: Typed): void
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
  const { schema, root, value, depth } = props
  const plan = planOf(schema, root, value, depth)
  const Group = groups[plan.kind]
  return Group ? <Group {...props} plan={plan} /> : <SingleField {...props} plan={plan} />
}

function SingleField({ name, path, root, required, value, change, plan }: GroupProps): JSX.Element {
  const id = useId()
  const { refusals } = useContext(FormContext)
  const typed = useSignal<(Typed & { refusals: number }) | undefined>(undefined)
  const { schema, nullable, kind } = plan
  const isNull = nullable && value === null
  const shown = isNull ? undefined : value
  const own = typed.value && Object.is(typed.value.value, shown) ? typed.value : undefined
  const isUnfinished = own?.isUnfinished && own.refusals === refusals.value
  const messages = useMessages(path, isUnfinished ? undefined : own?.problem)
  const limits = limitsOf(schema, kind)
  const description = nonEmptyString(schema.description)
  const invalid = messages.length > 0
  const described = [invalid && `${id}-problem`, limits.length > 0 && `${id}-limits`, description && `${id}-hint`]
  const Input = inputs[kind] ?? JsonInput
  return (
    <div class={`field ${invalid ? 'invalid' : ''}`} data-path={path}>
      <div class="field-head">
        <label for={id}>
          <Name of={name} plan={plan} root={root} required={required} />
        </label>
        <Limits of={limits} id={`${id}-limits`} />
        {nullable && <NullBox name={name} value={value} change={change} />}
      </div>
      <Input
        key={String(isNull)}
        id={id}
        describedBy={described.filter(Boolean).join(' ') || undefined}
        schema={schema}
        root={root}
        required={required}
        value={shown}
        placeholder={isNull ? 'null' : undefined}
        invalid={invalid}
        typed={own}
        change={change}
        type={(next) => {
          typed.value = { ...next, refusals: refusals.peek() }
          if (!Object.is(next.value, shown)) change(next.value)
        }}
      />
      <Messages of={messages} id={`${id}-problem`} />
      {plan.problem && <p class="hint">This is not a schema ({plan.problem}), so the value is written as JSON.</p>}
      {description && (
        <p class="hint" id={`${id}-hint`}>
          <Text of={description} maxLength={2_000} />
        </p>
      )}
    </div>
  )
}

/** What is wrong with the value at a place: that its text is no value, or what the schema asks for. */
export function useMessages(path: string, ownProblem?: string): string[] {
  const { problems } = useContext(FormContext)
  if (ownProblem) return [ownProblem]
  return problems.value.filter((problem) => problem.path === path).map(({ message }) => message)
}

export function Messages({ of, id }: { of: readonly string[]; id?: string }): JSX.Element | null {
  if (of.length === 0) return null
  return (
    <p class="problem" id={id}>
      <Text of={of.join(' ')} maxLength={400} />
    </p>
  )
}

export function Limits({ of, id }: { of: readonly string[]; id?: string }): JSX.Element | null {
  if (of.length === 0) return null
  return (
    <p class="hint limits" id={id}>
      <Text of={of.join(' · ')} maxLength={300} />
    </p>
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
