/** The processor time of processes and all that they start, as /proc tells it. Elsewhere than on Linux it is unknown. */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessorTime {
  /** Starts to count for a process. */
  add(pid: number): void
  /** The seconds that it and its descendants have used up to now; undefined where that is unknown. */
  read(pid: number): number | undefined
  stop(): void
}

/** Milliseconds between two looks: what a process uses after the last one is lost, unless its parent waits for it. */
const INTERVAL = 1_000

/** Of /proc/<pid>/stat, in hundredths of a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

interface ProcessRow {
  parent: number
  /** Of the process, and of children that it has waited for. */
  ticks: number
}

export function watchProcessorTime(): ProcessorTime {
  const counted = new Map<number, { total: number; last: number }>()
  const timer = setInterval(look, INTERVAL)
  timer.unref()
  return {
    add: (pid) => counted.set(pid, { total: 0, last: 0 }),
    read(pid) {
      return look() ? (counted.get(pid)?.total ?? 0) / TICKS_PER_SECOND : undefined
    },
    stop: () => clearInterval(timer),
  }

  function look(): boolean {
    const rows = readRows()
    if (rows.size === 0) return false
    const children = new Map<number, number[]>()
    for (const [pid, { parent }] of rows) children.set(parent, [...(children.get(parent) ?? []), pid])
    for (const [pid, count] of counted) {
      const now = sum(pid, rows, children)
      // It sinks when a process ends that nobody waits for; what that used is counted already.
      count.total += Math.max(0, now - count.last)
      count.last = now
    }
    return true
  }
}

function sum(pid: number, rows: Map<number, ProcessRow>, children: Map<number, number[]>): number {
  const own = rows.get(pid)?.ticks ?? 0
  return (children.get(pid) ?? []).reduce((total, child) => total + sum(child, rows, children), own)
}

function readRows(): Map<number, ProcessRow> {
  const rows = new Map<number, ProcessRow>()
  for (const pid of read(() => readdirSync('/proc'))) {
    if (!/^\d+$/.test(pid)) continue
    const [text = ''] = read(() => [readFileSync(`/proc/${pid}/stat`, 'utf8')])
    // The name, in parentheses, may contain blanks. Behind it: state, parent, and from the twelfth on the times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (fields.length < 15) continue
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
    rows.set(Number(pid), { parent: Number(fields[1]), ticks })
  }
  return rows
}

/** Empty for what is not there, or no longer. */
function read(get: () => string[]): string[] {
  try {
    return get()
  } catch {
    return []
  }
}
