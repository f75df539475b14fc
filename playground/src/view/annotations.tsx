/** What a server says about a content block besides its content: for whom it is, how much it matters, and its metadata. */
import type { JSX } from 'preact'
import { isObject } from '../../../src/core/util/is-object.ts'
import { toText } from '../ui/json.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { Text } from '../ui/text.tsx'

export function Annotations({ of }: { of: unknown }): JSX.Element | null {
  if (!isObject(of)) return null
  const { audience, priority, lastModified, ...others } = isObject(of.annotations) ? of.annotations : {}
  const tags = [
    ...(audience === undefined ? [] : [`for ${[audience].flat().map(toText).join(' and ')}`]),
    ...(priority === undefined ? [] : [`priority ${toText(priority)}`]),
    ...(lastModified === undefined ? [] : [`changed ${toText(lastModified)}`]),
    ...Object.entries(others).map(([name, value]) => `${name}: ${toText(value)}`),
  ]
  const meta = isObject(of._meta) && Object.keys(of._meta).length > 0 ? of._meta : undefined
  if (tags.length === 0 && !meta) return null
  return (
    <div class="annotations">
      <p class="tags">
        {tags.slice(0, 20).map((tag) => (
          <span key={tag} class="tag">
            <Text of={tag} maxLength={200} />
          </span>
        ))}
      </p>
      {meta && (
        <details>
          <summary>Metadata</summary>
          <JsonTree value={meta} label="Metadata" />
        </details>
      )}
    </div>
  )
}
