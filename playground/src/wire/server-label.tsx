/** The name of the server at a row of the common timeline. */
import type { JSX } from 'preact'
import { labelOf } from '../state/server-name.ts'
import { Text } from '../ui/text.tsx'
import type { Row } from './rows.ts'
import { showsAll } from './shown.ts'

export function ServerLabel({ row: { server } }: { row: Row }): JSX.Element | null {
  if (!showsAll.value) return null
  return (
    <span class="wire-server">
      <Text of={labelOf(server)} maxLength={40} />
    </span>
  )
}
