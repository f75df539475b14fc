/** A sample of a large JSON text, read in one pass that makes no values and no copy of the text. */

/** An object or array. A slot is the text of a scalar with its key, or the key of a branch with the branch. */
interface Branch {
  isArray: boolean
  slots: (string | [key: string, branch: Branch | undefined])[]
  /** How many slots there are in all. */
  count: number
}

/** How much is kept for showing: of each branch, of its branches, and of all. */
const MAX_SLOTS = 100
const MAX_DEPTH = 12
const MAX_ALL = 20_000

/** What is shown, from generous to meager: items of an array, characters of a scalar, levels. */
const DETAILS = [
  [100, 2_000, 12],
  [50, 1_000, 10],
  [20, 400, 8],
  [10, 200, 7],
  [5, 100, 6],
  [3, 60, 4],
  [2, 40, 3],
  [1, 30, 2],
] as const

/** Undefined if the text is not made like JSON. Numbers and strings are not looked at. */
export function parseOutline(text: string): Branch | undefined {
  const root: Branch = { isArray: true, slots: [], count: 0 }
  const open: Branch[] = [root]
  let [start, left, isFilled] = [0, MAX_ALL, false]
  /** Ends the slot before `index`, unless it was a branch. */
  const endSlot = (index: number) => {
    const branch = open.at(-1)!
    if (!isFilled && branch.slots.length < MAX_SLOTS && left > 0) {
      const slot = text.slice(start, index).trim()
      // Of an empty object or array.
      if (slot === '') return
      branch.slots.push(slot)
      left--
    }
    branch.count++
  }
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(text, index)
      if (index < 0) return undefined
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      const parent = open.at(-1)!
      const isKept = open.length <= MAX_DEPTH && parent.slots.length < MAX_SLOTS && left > 0
      const branch: Branch | undefined = isKept ? { isArray: code === OPEN_ARRAY, slots: [], count: 0 } : undefined
      if (parent.slots.length < MAX_SLOTS && left > 0) {
        parent.slots.push([text.slice(start, index).trim(), branch])
        left--
      }
      if (branch) {
        open.push(branch)
        start = index + 1
        isFilled = false
      } else {
        index = endOfBranch(text, index)
        if (index < 0) return undefined
        isFilled = true
      }
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      endSlot(index)
      const branch = open.pop()!
      if (branch === root || branch.isArray !== (code === CLOSE_ARRAY)) return undefined
      isFilled = true
    } else if (code === COMMA) {
      endSlot(index)
      start = index + 1
      isFilled = false
    } else if (isFilled && code > SPACE) return undefined
  }
  endSlot(text.length)
  const [slot] = root.slots
  return open.length === 1 && root.count === 1 && Array.isArray(slot) && slot[0] === '' ? slot[1] : undefined
}

export const QUOTE = 0x22
export const COMMA = 0x2c
export const SPACE = 0x20
const BACKSLASH = 0x5c
export const OPEN_ARRAY = 0x5b
export const CLOSE_ARRAY = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

/** The index of the closing quote, or -1. */
export function endOfString(text: string, start: number): number {
  let index = start
  do {
    index = text.indexOf('"', index + 1)
    let slashes = 0
    while (text.charCodeAt(index - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) break
  } while (index >= 0)
  return index
}

/** The index of the closing bracket, or -1. */
export function endOfBranch(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(text, index)
      if (index < 0) return -1
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth++
    else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && --depth === 0) return index
  }
  return -1
}

/** The most detailed sample that fits; undefined if none does. */
export function showOutline(outline: Branch, fits: (text: string) => boolean): string | undefined {
  for (const [items, characters, levels] of DETAILS) {
    const shown = show(outline, items, characters, levels)
    if (fits(shown)) return shown
  }
  return undefined
}

/** Members say what is there, so more of them are shown than of items. */
function show({ isArray, slots, count }: Branch, items: number, characters: number, levels: number): string {
  const shown = slots.slice(0, isArray ? items : 10 + 4 * items).map((slot) => {
    if (typeof slot === 'string') return cut(slot, characters)
    const [key, branch] = slot
    if (branch && levels > 0) return `${key}${show(branch, items, characters, levels - 1)}`
    return `${key}"… ${branch ? `${branch.count} ${branch.isArray ? 'items' : 'members'}` : 'nested'}"`
  })
  const missing = count - shown.length
  if (missing > 0) shown.push(isArray ? `"… ${missing} more items"` : `"…": "${missing} more members"`)
  return isArray ? `[${shown.join(',')}]` : `{${shown.join(',')}}`
}

function cut(scalar: string, characters: number): string {
  if (scalar.length <= characters) return scalar
  const kept = scalar.slice(0, characters).replace(/[\ud800-\udbff]$|\\(u[\da-f]{0,3})?$/i, '')
  return `${kept}… ${scalar.length - kept.length} more characters"`
}
