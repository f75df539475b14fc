/** The heading of a tool, resource, template or prompt, with a button that copies a link to it. */
import type { ComponentChildren, JSX } from 'preact'
import { linkTo } from '../state/address.ts'
import type { Selection } from '../state/selection.ts'
import { session } from '../state/session.ts'
import { CopyButton } from '../ui/copy-button.tsx'

export interface ViewHeadProps {
  selection: Selection
  /** The form values that the link contains. */
  args?: Record<string, unknown>
  /** For names that are written in programs. */
  mono?: boolean
  children: ComponentChildren
}

export function ViewHead({ selection, args, mono = false, children }: ViewHeadProps): JSX.Element {
  const target = session.value?.target
  return (
    <div class="view-head">
      <h2 class={mono ? 'mono' : ''}>{children}</h2>
      {target && <CopyButton text={() => linkTo({ target, selection, args })}>Copy link</CopyButton>}
    </div>
  )
}
