/** One call as one story: which rows belong to it, and a sentence about what happened to it. */
import { formatDuration } from '../ui/format.ts'
import { isResumed, plural } from './describe.ts'
import type { Lane, Note, Row } from './rows.ts'

/** Such as "2 requests · resumed once, 1.01 s gap, nothing lost". `rows` are those of the call, in order. */
export function tellStory(rows: readonly Row[], { answered }: { answered: boolean }): string {
  const lanes = rows.filter((row): row is Lane => row.kind === 'lane')
  const notes = rows.filter((row): row is Note => row.kind === 'note')
  const resumed = lanes.filter(isResumed)
  const rounds = lanes.filter(({ question, rpc }) => question && rpc !== 'a response')
  const questions = lanes.filter(({ question }) => question)
  const again = notes.filter(({ event }) => event.type === 'reconnect' && event.target === 'request')
  const polls = lanes.filter(({ rpc }) => rpc === 'tasks/get')
  const isWhole = answered && resumed.every(({ headers }) => 'last-event-id' in headers)
  const parts = [plural(lanes.length, 'request')]
  if (rounds.length > 0) parts.push(`${rounds.length + 1} rounds`)
  if (questions.length > 0) {
    const thinking = questions.reduce((sum, { question, start }) => sum + start - question!.at, 0)
    parts.push(`${plural(questions.length, 'answer')} of yours, ${formatDuration(thinking)}`)
  }
  if (again.length > 0) parts.push(`sent again ${times(again.length)}`)
  if (notes.some(({ event }) => event.type === 'session-replaced')) parts.push('in a new session')
  if (polls.length > 0) parts.push(`polled ${times(polls.length)}`)
  if (resumed.length > 0) {
    parts.push(
      `resumed ${times(resumed.length)}, ${formatDuration(gapsOf(lanes))} gap${isWhole ? ', nothing lost' : ''}`,
    )
  }
  return parts.join(' · ')
}

/** How long no stream of the call was open, in all. */
function gapsOf(lanes: readonly Lane[]): number {
  let sum = 0
  let end: number | undefined
  for (const lane of lanes.filter(({ rpc }) => rpc !== 'a response')) {
    if (isResumed(lane) && end !== undefined) sum += Math.max(lane.start - end, 0)
    end = lane.end ?? end
  }
  return sum
}

function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`
}
