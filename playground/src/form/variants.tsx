/** The control for `oneOf`, `anyOf`, several types, and values of any type: a choice of shapes, and the fields of one. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { nonEmptyString } from '../ui/json.ts'
import { clip } from '../ui/text.tsx'
import { Field, type GroupProps, Messages, useMessages } from './field.tsx'
import { AddButton, Group, isLeftOut, Properties } from './groups.tsx'
import { addedValue, convertValue } from './initial.ts'
import { propertiesOf, typeOf, variantsOf } from './kind.ts'
import { bestVariant, planOf, scoreOf } from './model.ts'
import { type Schema, shapeOf } from './shape.ts'

export function VariantField(props: GroupProps): JSX.Element {
  const { plan, root, required, change } = props
  const variants = variantsOf(plan.schema, root) ?? []
  if (isLeftOut(props)) return <AddButton {...props} add={() => change(addedValue(variants[0], root))} />
  return (
    <Group {...props} remove={required ? undefined : () => change(undefined)}>
      <Variants {...props} variants={variants} />
    </Group>
  )
}

/** The choice and the fields, without a fieldset around them. */
export function Variants(props: GroupProps & { variants: readonly Schema[] }): JSX.Element {
  const { name, path, root, value, change, depth, variants } = props
  const messages = useMessages(path)
  // What the person chose holds while the value fits it: some variants cannot be told apart by their values.
  const picked = useSignal<number | undefined>(undefined)
  const isPicked =
    picked.value !== undefined && variants[picked.value] && scoreOf(variants[picked.value], root, value) >= 0
  const chosen = isPicked ? picked.value! : bestVariant(variants, root, value)
  const choose = (index: number) => {
    picked.value = index
    change(convertValue(variants[index] ?? {}, root, value))
  }
  const variant = variants[chosen] ?? {}
  const plan = planOf(variant, root, value, depth)
  const inner = { ...props, schema: variant, required: true, plan, depth: depth + 1 }
  return (
    <>
      <select
        class="variant"
        aria-label={`Shape of ${clip(name, 100) || 'the arguments'}`}
        value={String(chosen)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {variants.map((entry, index) => (
          <option key={index} value={String(index)}>
            {variantName(entry, root, index).slice(0, 100)}
          </option>
        ))}
      </select>
      {plan.kind === 'object' && path !== '' && <Messages of={messages} />}
      {plan.kind === 'object' ? <Properties key={chosen} {...inner} /> : <Field key={chosen} {...inner} />}
    </>
  )
}

/** Its title, else the constants that tell it from the others, else its type. */
function variantName(variant: Schema, root: Schema, index: number): string {
  const constants = propertiesOf(variant).flatMap(([, property]) => {
    const { schema } = shapeOf(property, root)
    return typeof schema.const === 'string' ? [schema.const] : []
  })
  return (
    nonEmptyString(variant.title) ?? nonEmptyString(constants.join(', ')) ?? typeOf(variant) ?? `shape ${index + 1}`
  )
}
