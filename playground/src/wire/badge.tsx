/** What happened to an exchange, in one short word: green only for what succeeded. */
import type { JSX } from 'preact'
import type { Outcome } from '../state/outcome.ts'

export function Badge({ of: { tone, badge, kind } }: { of: Outcome }): JSX.Element {
  return <span class={`wire-status ${tone} outcome-${kind}`}>{badge}</span>
}
