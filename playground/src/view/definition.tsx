/** The definition of a tool, resource, template or prompt, as the server sent it: both schemas and all metadata. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { CopyButton } from '../ui/copy-button.tsx'
import { toJson } from '../ui/json.ts'
import { JsonTree } from '../ui/json-tree.tsx'

export function Definition({ of }: { of: object | undefined }): JSX.Element | null {
  // Drawn when it is looked at: schemas may be large.
  const open = useSignal(false)
  if (!of) return null
  return (
    <details class="definition" open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>Definition</summary>
      {open.value && (
        <>
          <p>
            <CopyButton text={() => toJson(of)}>Copy definition</CopyButton>
          </p>
          <JsonTree value={of} label="Definition" />
        </>
      )}
    </details>
  )
}
