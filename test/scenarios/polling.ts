/** Shorthands for scenarios about streams that end before their answer. */
import type { CallToolResult } from '../../src/core/index.ts'
import type { JournalEntry, Rule, Step } from '../../src/testing/index.ts'
import type { World } from './scenario.ts'

/** What happens to the first call. */
export const onCall = (...steps: Step[]): Rule => ({ on: { rpc: 'tools/call' }, nth: 1, do: steps })

/** What happens to the nth GET. */
export const onGet = (nth: number, ...steps: Step[]): Rule => ({ on: { http: 'GET' }, nth, do: steps })

/** What happens to every GET. */
export const onEveryGet = (...steps: Step[]): Rule => ({ on: { http: 'GET' }, do: steps })

export const getsIn = (journal: readonly JournalEntry[]): JournalEntry[] => journal.filter(({ http }) => http === 'GET')

export const callsIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ rpc }) => rpc === 'tools/call')

/** The positions that the GETs asked for, in order. */
export const cursorsIn = (journal: readonly JournalEntry[]): (string | undefined)[] =>
  getsIn(journal).map(({ headers }) => headers['last-event-id'])

/** The texts of a result. */
export const textsOf = ({ content }: CallToolResult): unknown[] =>
  content.map((block) => (block.type === 'text' ? block.text : block.type))

/** Waits for something that the client does by itself; the limit of the scenario is its limit. */
export async function eventually({ macrotasks }: Pick<World, 'macrotasks'>, test: () => boolean): Promise<void> {
  while (!test()) await macrotasks(1)
}
