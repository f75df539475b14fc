/** The sentence about a call in its outcome; a click selects its rows in the wire. */
import type { JSX } from 'preact'
import type { Call } from '../state/calls.ts'
import { wireKeyOf } from './call-rows.ts'
import { selectCall, selectedCall } from './selected.ts'
import { tellStory } from './story.ts'

export function StoryLine({ call }: { call: Call }): JSX.Element | null {
  const { wire } = call
  void wire.version.value
  const ended = call.ended.value
  const key = wireKeyOf(call)
  if (!ended || key === undefined) return null
  const rows = wire.rows.filter((row) => row.call === key)
  // They were cleared, or dropped since there are too many.
  if (rows.length === 0) return null
  const answered = ended.outcome !== 'stopped' && 'result' in ended.outcome
  return (
    <button
      type="button"
      class="story-line"
      aria-pressed={selectedCall.value === key}
      title="Show its requests in the timeline"
      onClick={() => selectCall(wire, key)}
    >
      {tellStory(rows, { answered })}
    </button>
  )
}
