/** A sentence of the specification that binds clients: where it is kept and what shows it, or why it does not apply. */

export type Revision = '2026-07-28' | '2025-11-25'

export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT'

export interface Requirement {
  level: Level
  /** The sentence, in short and in the words of the specification. */
  says: string
  /** Files of `src` without the ending. Empty if the sentence is not for us to keep. */
  kept: readonly string[]
  /** A file of tests and a title in it, as `modern/calls > the title`. */
  shown: readonly string[]
  /** Why it does not apply, or who has to keep it. */
  because?: string
}

export interface Section {
  title: string
  /** The page and heading of each revision that has these sentences: `basic/transports#sessions`. */
  pages: Partial<Record<Revision, string>>
  requirements: readonly Requirement[]
}

export interface Topic {
  title: string
  sections: readonly Section[]
}

type Evidence = Pick<Requirement, 'kept' | 'shown' | 'because'>

const at =
  (level: Level) =>
  (says: string, evidence: Evidence): Requirement => ({ level, says, ...evidence })

export const must: (says: string, evidence: Evidence) => Requirement = at('MUST')
export const mustNot: (says: string, evidence: Evidence) => Requirement = at('MUST NOT')
export const should: (says: string, evidence: Evidence) => Requirement = at('SHOULD')
export const shouldNot: (says: string, evidence: Evidence) => Requirement = at('SHOULD NOT')

/** Kept in these files, separated by blanks, and shown by these tests. */
export function kept(files: string, ...shown: string[]): Evidence {
  return { kept: files.split(' '), shown }
}

/** Not for the client to keep, and why. */
export function because(reason: string): Evidence {
  return { kept: [], shown: [], because: reason }
}

/** The application decides or shows this. `how` is what it gets from the client to do so. */
export function application(how: string): Evidence {
  return because(`The application keeps it: ${how}`)
}

/** Both revisions say it in sections of the same name. */
export function both(page: string): Record<Revision, string> {
  return { '2026-07-28': page, '2025-11-25': page }
}

export function section(title: string, pages: Section['pages'], ...requirements: Requirement[]): Section {
  return { title, pages, requirements }
}
