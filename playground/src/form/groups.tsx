/** The controls for values that are made of values: objects, lists, and one of several shapes. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { isObject, nonEmptyString, Text } from '../ui/text.tsx'
import { Field, type FieldProps, Name } from './field.tsx'
import { initial, isRequired, kindOf, propertiesOf, resolve, type Schema, variantsOf } from './schema.ts'

type GroupProps = FieldProps & { schema: Schema }

/** More than this nobody fills in by hand. */
const MOST = 200

export function ObjectField(props: GroupProps): JSX.Element {
  const { schema, root, required, value, change, depth } = props
  const start = () => change(initial(schema, root, true, depth) ?? {})
  if (value === undefined && !required) return <Absent {...props} add={start} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      <Properties {...props} value={isObject(value) ? value : {}} />
    </Group>
  )
}

/** The fields of an object without a frame around them. */
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
      {all.slice(0, MOST).map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={property}
          root={root}
          required={isRequired(schema, name)}
          // A property may be called like something that every object has.
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          change={(next) => set(name, next)}
          depth={depth + 1}
        />
      ))}
      {all.length > MOST && <p class="hint">{all.length - MOST} further properties can be edited as JSON.</p>}
    </>
  )
}

export function ArrayField(props: GroupProps): JSX.Element {
  const { schema, root, required, value, change, depth } = props
  const items = Array.isArray(value) ? value : []
  const item = resolve(schema.items, root)
  const add = () => change([...items, blankOf(item, root)])
  if (value === undefined && !required) return <Absent {...props} add={add} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      {items.slice(0, MOST).map((entry, index) => (
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

const empty: Record<string, unknown> = { text: '', number: 0, boolean: false, object: {}, array: [] }

export function VariantField(props: GroupProps): JSX.Element {
  const { schema, root, required, value, change, depth } = props
  const chosen = useSignal(0)
  const { oneOf: _, anyOf: __, default: ___, title: ____, description: _____, ...shared } = schema
  const variants = (variantsOf(schema) ?? []).map((variant): Schema => ({ ...shared, ...resolve(variant, root) }))
  const choose = (index: number) => {
    chosen.value = index
    change(blankOf(variants[index] ?? {}, root))
  }
  if (value === undefined && !required) return <Absent {...props} add={() => choose(chosen.value)} />
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

/** What a value begins with once a person wants it. */
function blankOf(schema: Schema, root: Schema): unknown {
  return initial(schema, root, true) ?? empty[kindOf(schema)] ?? null
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

/** What is optional and made of other things begins as a button: a schema may contain itself. */
function Absent({ name, schema, add }: GroupProps & { add(): void }): JSX.Element {
  return (
    <div class="field absent">
      <span class="label">
        <Name of={name} schema={schema} required={false} />
      </span>
      <button type="button" class="small" onClick={add}>
        Add <Text of={name} maxLength={60} />
      </button>
    </div>
  )
}
