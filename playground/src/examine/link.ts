/** An examination in a link: the verdicts as one letter each, after the `#`, so that no server sees them. */
import type { Verdict } from '../../../bin/examination/outcome.ts'

export interface SharedExamination {
  server: string
  /** The day, as `2026-07-28`. */
  date: string
  /** One for each check, in the order of the checks. */
  verdicts: readonly Verdict[]
}

const letters: Readonly<Record<Verdict, string>> = {
  good: 'g',
  problem: 'p',
  warning: 'w',
  'could not tell': 'u',
  'not applicable': 'n',
}

const verdictOf = new Map(Object.entries(letters).map(([verdict, letter]) => [letter, verdict as Verdict]))

/** The part of a link after the `#`; `server` and `view` are read by the page itself. */
export function writeShared({ server, date, verdicts }: SharedExamination): string {
  const query = new URLSearchParams({ server, view: 'examine', date })
  query.set('verdicts', verdicts.map((verdict) => letters[verdict]).join(''))
  return `#${query}`
}

/** Undefined when the link holds no examination. It may come from anybody, so all of it is checked. */
export function readShared(hash: string): SharedExamination | undefined {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const server = query.get('server') ?? ''
  const date = query.get('date') ?? ''
  const text = query.get('verdicts') ?? ''
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) return undefined
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || text.length > 500) return undefined
  const verdicts = [...text].flatMap((letter) => verdictOf.get(letter) ?? [])
  return verdicts.length > 0 && verdicts.length === text.length ? { server, date, verdicts } : undefined
}
