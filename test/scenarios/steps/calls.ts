/** Script rules for calls and GETs, and how to read both from the journal. */
import type { CallToolResult } from '../../../src/core/index.ts'
import type { JournalEntry, Rule, Step } from '../../../src/testing/index.ts'
import type { World } from '../scenario.ts'

/** The steps for the first call. */
export const onCall = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'tools/call' }, nth: 1, do: steps })

/** The steps for the nth GET. */
export const onGet = (nth: number, ...steps: Step[]): Rule => ({ on: { httpMethod: 'GET' }, nth, do: steps })

/** The steps for every GET. */
export const onEveryGet = (...steps: Step[]): Rule => ({ on: { httpMethod: 'GET' }, do: steps })

export const getsIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ httpMethod }) => httpMethod === 'GET')

export const callsIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ rpcMethod }) => rpcMethod === 'tools/call')

/** The Last-Event-ID of each GET, in order. */
export const cursorsIn = (journal: readonly JournalEntry[]): (string | undefined)[] =>
  getsIn(journal).map(({ headers }) => headers['last-event-id'])

/** The text blocks of a result, and the type of any other block. */
export const textsOf = ({ content }: CallToolResult): unknown[] =>
  content.map((block) => (block.type === 'text' ? block.text : block.type))

/** Waits until `test` is true; the time limit of the scenario applies. */
export async function eventually({ macrotasks }: Pick<World, 'macrotasks'>, test: () => boolean): Promise<void> {
  while (!test()) await macrotasks(1)
}
