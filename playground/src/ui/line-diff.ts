/** Two texts line by line, with the lines that only one of them has. */

export interface DiffLine {
  /** Undefined where the other text has a line of its own. */
  left: string | undefined
  right: string | undefined
}

/** More different lines in the middle are not compared with each other. */
const MAX_CELLS = 1_000_000

export function diffLines(left: string, right: string): DiffLine[] {
  const [a, b] = [left.split('\n'), right.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const same = (line: string): DiffLine => ({ left: line, right: line })
  return [
    ...a.slice(0, start).map(same),
    ...pair(diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))),
    ...a.slice(a.length - end).map(same),
  ]
}

/** By the longest common subsequence. */
function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > MAX_CELLS) {
    return [...a.map((left) => ({ left, right: undefined })), ...b.map((right) => ({ left: undefined, right }))]
  }
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) lines.push({ left: a[i++], right: b[j++] })
    else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!))
      lines.push({ left: a[i++], right: undefined })
    else lines.push({ left: undefined, right: b[j++] })
  }
  return lines
}

/** Lines that only one has and that follow each other are side by side. */
function pair(lines: readonly DiffLine[]): DiffLine[] {
  const result: DiffLine[] = []
  let rights: DiffLine[] = []
  let lefts: DiffLine[] = []
  const flush = () => {
    for (let index = 0; index < Math.max(lefts.length, rights.length); index++)
      result.push({ left: lefts[index]?.left, right: rights[index]?.right })
    lefts = []
    rights = []
  }
  for (const line of lines) {
    if (line.left !== undefined && line.right !== undefined) {
      flush()
      result.push(line)
    } else if (line.left === undefined) rights.push(line)
    else lefts.push(line)
  }
  flush()
  return result
}
