/** Compares two texts line by line, as people read it. */

/** Lines of context around a change. */
const CONTEXT = 3
/** Beyond, lines count as changed as a whole. */
const MAX_CELLS = 4_000_000

/** The lines that differ, each after its sign, with those around them. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
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
  const marked = [
    ...before.slice(0, start).map((line) => `  ${line}`),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...after.slice(after.length - end).map((line) => `  ${line}`),
  ]
  return withContext(marked)
}

/** By the longest common subsequence. */
function diffMiddle(before: readonly string[], after: readonly string[]): string[] {
  const width = after.length + 1
  if (before.length * width > MAX_CELLS)
    return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)]
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
  const marked: string[] = []
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
  return marked
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
