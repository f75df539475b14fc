/** The controls for objects, maps and arrays. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'
import { isObject } from '../../../src/core/util/is-object.ts'
import { nonEmptyString } from '../ui/json.ts'
import { clip, Text } from '../ui/text.tsx'
import { unclearRules } from './conditions.ts'
import { Field, type GroupProps, Limits, Messages, Name, NullBox, useMessages } from './field.tsx'
import { addedValue, initialValue } from './initial.ts'
import { itemOf, otherPropertyOf, propertiesOf, tupleLength } from './kind.ts'
import { limitsOf } from './limits.ts'
import { partsOf, pathOf, putProperty } from './model.ts'

/** Further properties and items can only be edited as JSON. */
const MAX_FIELDS = 200

export function ObjectField(props: GroupProps): JSX.Element {
  const { plan, root, required, change, depth } = props
  const add = () => change(initialValue(plan.schema, root, true, depth) ?? {})
  if (isLeftOut(props)) return <AddButton {...props} add={add} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      <Properties {...props} />
    </Group>
  )
}

/** An optional group that is left out, or one that is null. */
export function isLeftOut({ value, required, plan }: GroupProps): boolean {
  return value === null ? plan.nullable : value === undefined && (!required || plan.nullable)
}

/** The fields of an object, without a fieldset around them. */
export function Properties(props: GroupProps): JSX.Element {
  const { path, plan, root, value, change, depth } = props
  const known = new Set(propertiesOf(plan.schema).map(([name]) => name))
  const parts = partsOf(plan, root, value)
  const present = isObject(value) ? value : {}
  const { additionalProperties, patternProperties } = plan.schema
  const takesMore = isObject(additionalProperties) || additionalProperties === true || isObject(patternProperties)
  return (
    <>
      {parts.slice(0, MAX_FIELDS).map(({ name, key, schema, required, value: own, put }) => {
        const field = (
          <Field
            key={name}
            name={name}
            path={pathOf(path, { name, key })}
            schema={schema}
            root={root}
            required={required || !known.has(name)}
            value={own}
            change={(next) => change(put(next))}
            depth={depth + 1}
          />
        )
        return known.has(name) ? (
          field
        ) : (
          <Removable key={name} name={name} field={field} remove={() => change(put(undefined))} />
        )
      })}
      {parts.length > MAX_FIELDS && (
        <p class="hint">{parts.length - MAX_FIELDS} further properties can be edited as JSON.</p>
      )}
      {unclearRules(plan.schema, root, value).map((rule) => (
        <p key={rule} class="hint">
          The server has a rule that this form cannot follow: <Text of={rule} maxLength={220} />
        </p>
      ))}
      {(plan.kind === 'map' || takesMore) && (
        <AddEntry
          taken={Object.keys(present)}
          add={(name) => change(putProperty(present, name, addedValue(otherPropertyOf(plan.schema, name), root)))}
        />
      )}
    </>
  )
}

function Removable({ name, field, remove }: { name: string; field: JSX.Element; remove(): void }): JSX.Element {
  return (
    <div class="item">
      {field}
      <button type="button" class="small quiet" aria-label={`Remove ${clip(name, 100)}`} onClick={remove}>
        ✕
      </button>
    </div>
  )
}

/** A name, and the button that adds an entry of that name. */
function AddEntry({ taken, add }: { taken: readonly string[]; add(name: string): void }): JSX.Element {
  const name = useSignal('')
  const isTaken = taken.includes(name.value)
  const submit = () => {
    if (name.value === '' || isTaken) return
    add(name.value)
    name.value = ''
  }
  return (
    <div class="row add-entry">
      <input
        type="text"
        aria-label="Name of a new entry"
        placeholder="name"
        autocomplete="off"
        spellcheck={false}
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
      <button type="button" class="small" aria-disabled={name.value === '' || isTaken} onClick={submit}>
        Add an entry
      </button>
      {isTaken && <span class="muted">There is one of this name.</span>}
    </div>
  )
}

export function ArrayField(props: GroupProps): JSX.Element {
  const { path, plan, root, required, value, change, depth } = props
  const items = Array.isArray(value) ? value : []
  const fixed = tupleLength(plan.schema)
  const next = Math.max(items.length, fixed)
  const add = () =>
    change(
      items.length < fixed ? addedValue(plan.schema, root) : [...items, addedValue(itemOf(plan.schema, next), root)],
    )
  if (isLeftOut(props)) return <AddButton {...props} add={add} />
  const itemSchema = itemOf(plan.schema, next)
  const takesMore = fixed === 0 || (itemSchema !== undefined && itemSchema !== false)
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      {partsOf(plan, root, value)
        .slice(0, MAX_FIELDS)
        .map(({ name, key, schema, value: own, put }, index) => {
          const field = (
            <Field
              key={index}
              name={name}
              path={pathOf(path, { name, key })}
              schema={schema}
              root={root}
              required
              value={own}
              change={(entry) => change(put(entry))}
              depth={depth + 1}
            />
          )
          if (index < fixed) return field
          return (
            <Removable
              key={index}
              name={`item ${index + 1}`}
              field={field}
              remove={() => change(items.toSpliced(index, 1))}
            />
          )
        })}
      {takesMore && (
        <button type="button" class="small" onClick={add}>
          Add an item
        </button>
      )}
    </Group>
  )
}

export function Group(
  props: GroupProps & { remove: (() => void) | undefined; children: ComponentChildren },
): JSX.Element {
  const { name, path, plan, root, required, value, change, remove, children } = props
  const id = useId()
  const found = useMessages(path)
  // The chosen alternative shows them.
  const messages = plan.kind === 'variants' ? [] : found
  const limits = limitsOf(plan.schema, plan.kind)
  const description = nonEmptyString(plan.schema.description)
  const described = [messages.length > 0 && `${id}-problem`, limits.length > 0 && `${id}-limits`]
  return (
    <fieldset
      class={`group ${messages.length > 0 ? 'invalid' : ''}`}
      data-path={path}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
    >
      <legend>
        <Name of={name} plan={plan} root={root} required={required} />
      </legend>
      <Messages of={messages} id={`${id}-problem`} />
      <Limits of={limits} id={`${id}-limits`} />
      {description && (
        <p class="hint">
          <Text of={description} maxLength={2_000} />
        </p>
      )}
      {children}
      {(remove || plan.nullable) && (
        <div class="row">
          {remove && (
            <button type="button" class="small quiet" onClick={remove}>
              Leave out <Text of={name} maxLength={60} />
            </button>
          )}
          {plan.nullable && <NullBox name={name} value={value} change={change} />}
        </div>
      )}
    </fieldset>
  )
}

/** Optional groups start as a button, because a schema may contain itself. */
export function AddButton(props: GroupProps & { add(): void }): JSX.Element {
  const { name, path, plan, root, required, value, change, add } = props
  const messages = useMessages(path)
  return (
    <div class={`field add-field ${messages.length > 0 ? 'invalid' : ''}`} data-path={path}>
      <span class="label">
        <Name of={name} plan={plan} root={root} required={required} />
      </span>
      {plan.nullable && <NullBox name={name} value={value} change={change} />}
      <button type="button" class="small" onClick={add}>
        Add <Text of={name} maxLength={60} />
      </button>
      <Messages of={messages} />
    </div>
  )
}
