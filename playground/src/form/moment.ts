/** Dates and times of RFC 3339, in the parts that native pickers show: the local text, and the offset. */
import { matchesPattern } from './pattern.ts'
import type { Schema } from './shape.ts'

export type MomentKind = 'date' | 'time' | 'date-time'

export interface Moment {
  /** As pickers have it, without an offset. */
  local: string
  /** `Z`, `+01:00`, or nothing. */
  offset: string
}

export function momentKind({ format }: Schema): MomentKind | undefined {
  return format === 'date' || format === 'time' || format === 'date-time' ? format : undefined
}

const patterns: Record<MomentKind, RegExp> = {
  date: /^(\d{4}-\d\d-\d\d)()$/,
  time: /^(\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:\d\d|)$/,
  'date-time': /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:\d\d|)$/,
}

/** Undefined for a text that a picker cannot show. */
export function readMoment(kind: MomentKind, text: string): Moment | undefined {
  const [, local, offset = ''] = patterns[kind].exec(text) ?? []
  if (local === undefined) return undefined
  const date = new Date(`${kind === 'time' ? `2000-01-01T${local}` : kind === 'date' ? `${local}T00:00:00` : local}Z`)
  // 30 February is rolled over to March, and a picker would be empty.
  const isReal = !Number.isNaN(date.getTime()) && (kind === 'time' || date.toISOString().startsWith(local.slice(0, 10)))
  return isReal ? { local, offset } : undefined
}

/** Pickers leave out seconds that are zero. */
export function writeMoment(kind: MomentKind, local: string, offset: string): string {
  if (kind === 'date') return local
  return (/\d\d:\d\d:\d\d/.test(local) ? local : `${local}:00`) + offset
}

/** Whether a picker gives this value back as it is. */
export function canPick(schema: Schema, value: unknown): boolean {
  const kind = momentKind(schema)
  if (!kind || value === undefined) return kind !== undefined
  return typeof value === 'string' && readMoment(kind, value) !== undefined
}

/** Of this place at that time, which depends on summer time. */
export function localOffset(local: string): string {
  const date = new Date(local.includes('-') ? local : `${new Date().toISOString().slice(0, 10)}T${local}`)
  const minutes = -(Number.isNaN(date.getTime()) ? new Date() : date).getTimezoneOffset()
  const pad = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}

/** The offsets to choose from; the first one that the pattern of the schema allows is the best. */
export function offsetsFor(schema: Schema, local: string): string[] {
  const kind = momentKind(schema)
  const all = [...new Set([localOffset(local), 'Z', ''])]
  const { pattern } = schema
  if (!kind || kind === 'date' || typeof pattern !== 'string') return all.filter((offset) => offset !== '')
  const sample = local || (kind === 'time' ? '12:00:00' : '2026-01-01T12:00:00')
  const allowed = all.filter((offset) => matchesPattern(pattern, writeMoment(kind, sample, offset)))
  return allowed.length > 0 ? allowed : all
}
