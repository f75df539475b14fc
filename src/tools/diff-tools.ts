/** What changed between two definitions of a tool, or between two lists, in words for people. */
import { isObject } from '../core/util/is-object.ts'
import type { Tool } from '../types/tools.ts'
import { canonicalJson } from './fingerprint.ts'

/** What changed between two lists of tools. */
export interface ToolsDiff {
  /** Names of tools that are new. */
  added: string[]
  /** Names of tools that are gone. */
  removed: string[]
  /** What changed in the others. */
  changed: { name: string; changes: ToolChange[] }[]
}

/** A part of a definition that changed. */
export interface ToolChange {
  /** A JSON pointer into the definition, such as `/description`. */
  path: string
  /** Undefined if it is new. */
  before?: unknown
  /** Undefined if it is gone. */
  after?: unknown
  /** Both in a line; hidden characters are written as codes. */
  text: string
}

/** Changes that are listed; more of them are one change of the whole. */
const MAX_CHANGES = 50

/** Characters of each side in a line. */
const MAX_SHOWN = 300

/**
 * Compares two lists of tools by their names.
 *
 * @example
 * const before = await client.listTools()
 * const { added, changed } = diffTools(before, await client.listTools({ cacheMode: 'refresh' }))
 */
export function diffTools(before: readonly Tool[], after: readonly Tool[]): ToolsDiff {
  const [old, now] = [before, after].map((tools) => new Map(tools.map((tool) => [tool.name, tool]))) as [Tools, Tools]
  const changed = [...now].flatMap(([name, tool]) => {
    const earlier = old.get(name)
    const changes = earlier ? diffTool(earlier, tool) : []
    return changes.length > 0 ? [{ name, changes }] : []
  })
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed,
  }
}

type Tools = Map<string, Tool>

export function diffTool(before: object, after: object): ToolChange[] {
  const changes: ToolChange[] = []
  for (const change of compare(before, after, '')) if (changes.push(change) === MAX_CHANGES) break
  return changes
}

/** Below so many levels, a difference is one of the whole: each level is read once more. */
const MAX_LEVELS = 10

function* compare(before: unknown, after: unknown, path: string, levels = MAX_LEVELS): Generator<ToolChange> {
  if (isEqual(before, after)) return
  if (levels === 0 || !isObject(before) || !isObject(after)) {
    yield toChange(path, before, after)
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before, after].map((side) => (Object.hasOwn(side, key) ? side[key] : undefined))
    yield* compare(old, now, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, levels - 1)
  }
}

/** What is nested too deeply counts as changed. */
function isEqual(before: unknown, after: unknown): boolean {
  try {
    return canonicalJson(before) === canonicalJson(after)
  } catch {
    return false
  }
}

function toChange(path: string, before: unknown, after: unknown): ToolChange {
  return { path, before, after, text: `${show(path)}: ${shorten(before)} → ${shorten(after)}` }
}

function shorten(value: unknown): string {
  if (value === undefined) return '(nothing)'
  try {
    return show(JSON.stringify(value))
  } catch {
    return '(nested too deeply to be shown)'
  }
}

/** Hidden characters are written as codes: a change may be in them alone. */
function show(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return shown.replace(
    /[\p{C}\p{Variation_Selector}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
