/** The controls for objects, arrays and `oneOf` / `anyOf` variants. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { isObject } from '../../../src/core/util/is-object.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { Field, type FieldProps, Name } from './field.tsx'
import { initialValue, isRequired, kindOf, propertiesOf, resolve, type Schema, variantsOf } from './schema.ts'

type GroupProps = FieldProps & { schema: Schema }

/** Further properties and items can only be edited as JSON. */
const MAX_FIELDS = 200

export function ObjectField(props: GroupProps): JSX.Element {
  const { schema, root, required, value, change, depth } = props
  const add = () => change(initialValue(schema, root, true, depth) ?? {})
  if (value === undefined && !required) return <AddButton {...props} add={add} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      <Properties {...props} value={isObject(value) ? value : {}} />
    </Group>
  )
}

/** The fields of an object, without a fieldset around them. */
export function Properties({
  schema,
  root,
  value,
  change,
  depth,
}: Omit<GroupProps, 'value'> & { value: Record<string, unknown> }): JSX.Element {
  const known = propertiesOf(schema)
  const others = Object.keys(value).filter((name) => !known.some(([property]) => property === name))
  const all = [...known, ...others.map((name) => [name, {}] as [string, unknown])]
  const set = (name: string, next: unknown) => {
    const entries = Object.entries(value).filter(([key]) => key !== name)
    change(Object.fromEntries(next === undefined ? entries : [...entries, [name, next]]))
  }
  return (
    <>
      {all.slice(0, MAX_FIELDS).map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={property}
          root={root}
          required={isRequired(schema, name)}
          // A property may be named like a member of Object.prototype.
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          change={(next) => set(name, next)}
          depth={depth + 1}
        />
      ))}
      {all.length > MAX_FIELDS && (
        <p class="hint">{all.length - MAX_FIELDS} further properties can be edited as JSON.</p>
      )}
    </>
  )
}

export function ArrayField(props: GroupProps): JSX.Element {
  const { schema, root, required, value, change, depth } = props
  const items = Array.isArray(value) ? value : []
  const item = resolve(schema.items, root)
  const add = () => change([...items, emptyValue(item, root)])
  if (value === undefined && !required) return <AddButton {...props} add={add} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      {items.slice(0, MAX_FIELDS).map((entry, index) => (
        <div key={index} class="item">
          <Field
            name={`${index + 1}.`}
            schema={item}
            root={root}
            required
            value={entry}
            change={(next) => change(items.with(index, next ?? null))}
            depth={depth + 1}
          />
          <button
            type="button"
            class="small quiet"
            aria-label={`Remove item ${index + 1}`}
            onClick={() => change(items.toSpliced(index, 1))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={add}>
        Add an item
      </button>
    </Group>
  )
}

const emptyByKind: Record<string, unknown> = { text: '', number: 0, boolean: false, object: {}, array: [] }

export function VariantField(props: GroupProps): JSX.Element {
  const { schema, root, required, value, change, depth } = props
  const chosen = useSignal(0)
  const { oneOf: _, anyOf: __, default: ___, title: ____, description: _____, ...shared } = schema
  const variants = (variantsOf(schema) ?? []).map((variant): Schema => ({ ...shared, ...resolve(variant, root) }))
  const choose = (index: number) => {
    chosen.value = index
    change(emptyValue(variants[index] ?? {}, root))
  }
  if (value === undefined && !required) return <AddButton {...props} add={() => choose(chosen.value)} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      <select
        aria-label={`Shape of ${props.name}`}
        value={String(chosen.value)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {variants.map((entry, index) => (
          <option key={index} value={String(index)}>
            {(nonEmptyString(entry.title) ?? nonEmptyString(entry.type) ?? `shape ${index + 1}`).slice(0, 100)}
          </option>
        ))}
      </select>
      <Field {...props} key={chosen.value} schema={variants[chosen.value]} required value={value} depth={depth + 1} />
    </Group>
  )
}

/** The value of an item or variant that was just added. */
function emptyValue(schema: Schema, root: Schema): unknown {
  return initialValue(schema, root, true) ?? emptyByKind[kindOf(schema)] ?? null
}

function Group(props: GroupProps & { remove: (() => void) | undefined; children: ComponentChildren }): JSX.Element {
  const { name, schema, required, remove, children } = props
  const description = nonEmptyString(schema.description)
  return (
    <fieldset class="group">
      <legend>
        <Name of={name} schema={schema} required={required} />
      </legend>
      {description && (
        <p class="hint">
          <Text of={description} maxLength={2_000} />
        </p>
      )}
      {children}
      {remove && (
        <button type="button" class="small quiet" onClick={remove}>
          Leave out <Text of={name} maxLength={60} />
        </button>
      )}
    </fieldset>
  )
}

/** Optional groups start as a button, because a schema may contain itself. */
function AddButton({ name, schema, add }: GroupProps & { add(): void }): JSX.Element {
  return (
    <div class="field add-field">
      <span class="label">
        <Name of={name} schema={schema} required={false} />
      </span>
      <button type="button" class="small" onClick={add}>
        Add <Text of={name} maxLength={60} />
      </button>
    </div>
  )
}
