/** A tag that says whether structured content fits the output schema of its tool. */
import type { JSX } from 'preact'
import type { CheckedSchema } from '../state/server/check-output.ts'
import { Text } from '../ui/text.tsx'

export function SchemaCheck({ of }: { of: CheckedSchema }): JSX.Element {
  if ('mismatch' in of) return <span class="tag bad">does not fit its schema</span>
  if ('fits' in of) return <span class="tag good">fits its schema</span>
  return (
    <span class="tag warn">
      its schema cannot be used: <Text of={of.unusable} maxLength={200} />
    </span>
  )
}
