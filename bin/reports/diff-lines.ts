/** Compares two texts line by line, as people read it. */

/** Lines of context around a change. */
const CONTEXT = 3
/** Larger pieces are divided at lines that both texts have once. This keeps the cost linear. */
const MAX_CELLS = 250_000
/** Pieces that are divided more often count as changed as a whole. */
const MAX_LEVELS = 16

/** The lines that differ, each after its sign, with those around them. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const marked: string[] = []
  compare(before, after, 0, marked)
  return withContext(marked)
}

function compare(before: readonly string[], after: readonly string[], level: number, marked: string[]): void {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++
  }
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  for (const line of before.slice(0, start)) marked.push(`  ${line}`)
  if (old.length * fresh.length <= MAX_CELLS) compareAll(old, fresh, marked)
  else compareBetween(old, fresh, level, marked)
  for (const line of after.slice(after.length - end)) marked.push(`  ${line}`)
}

/** Between lines that both have once. */
function compareBetween(before: readonly string[], after: readonly string[], level: number, marked: string[]): void {
  const anchors = level < MAX_LEVELS ? anchorsOf(before, after) : []
  if (anchors.length === 0) {
    for (const line of before) marked.push(`- ${line}`)
    for (const line of after) marked.push(`+ ${line}`)
    return
  }
  let [row, column] = [0, 0]
  for (const [nextRow, nextColumn] of anchors) {
    compare(before.slice(row, nextRow), after.slice(column, nextColumn), level + 1, marked)
    marked.push(`  ${before[nextRow]}`)
    row = nextRow + 1
    column = nextColumn + 1
  }
  compare(before.slice(row), after.slice(column), level + 1, marked)
}

type Anchor = readonly [row: number, column: number]

/** The places of lines that both have once: the most that come in the same order. */
function anchorsOf(before: readonly string[], after: readonly string[]): Anchor[] {
  const columns = uniqueLines(after)
  const shared: Anchor[] = []
  for (const [line, row] of uniqueLines(before)) {
    const column = columns.get(line)
    if (column !== undefined) shared.push([row, column])
  }
  // The longest increasing subsequence: `ends` has the last place of the best one of each length.
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, [, column]] of shared.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (shared[ends[middle]!]![1] < column) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1]
    ends[low] = index
  }
  const anchors: Anchor[] = []
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) anchors.push(shared[index]!)
  return anchors.reverse()
}

/** The lines that occur once, in their order, with their numbers. */
function uniqueLines(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (found.has(line)) repeated.add(line)
    else found.set(line, index)
  }
  for (const line of repeated) found.delete(line)
  return found
}

/** By the longest common subsequence. */
function compareAll(before: readonly string[], after: readonly string[], marked: string[]): void {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const common = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? common(row + 1, column + 1) + 1
          : Math.max(common(row + 1, column), common(row, column + 1))
    }
  }
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      marked.push(`  ${before[row++]}`)
      column++
    } else if (row < before.length && (column === after.length || common(row + 1, column) >= common(row, column + 1))) {
      marked.push(`- ${before[row++]}`)
    } else marked.push(`+ ${after[column++]}`)
  }
}

function withContext(marked: readonly string[]): string[] {
  const near = new Set<number>()
  for (const [index, line] of marked.entries()) {
    if (line.startsWith(' ')) continue
    for (let other = index - CONTEXT; other <= index + CONTEXT; other++) near.add(other)
  }
  const shown: string[] = []
  for (const [index, line] of marked.entries()) {
    if (near.has(index)) shown.push(line.trimEnd())
    else if (near.has(index - 1)) shown.push('  …')
  }
  return shown
}
