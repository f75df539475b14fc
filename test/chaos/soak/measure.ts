/** Measures what a leak would let grow: memory, handles of the process, and listeners of one abort signal. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use: of the heap and of buffers. Resolves after what is unreachable was collected. */
export async function measureMemory(): Promise<number> {
  // What is only weakly held takes more than one collection, with turns of the event loop between them.
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Timers, sockets and the like that keep the process alive, by kind. */
export function countHandles(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** One sentence for each kind of which there are more than before. */
export function compareHandles(before: Map<string, number>, after: Map<string, number>): string[] {
  return [...after].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0)
    return more > 0 ? [`${more} handles were left after close: ${kind}`] : []
  })
}

export interface WatchedSignal {
  signal: AbortSignal
  /** How many abort listeners it has. */
  listeners(): number
}

/** A signal that lives as long as the soak and is given to many calls. */
export function createWatchedSignal(): WatchedSignal {
  const { signal } = new AbortController()
  const listeners = new Set<unknown>()
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    if (args[0] === 'abort') listeners.add(args[1])
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    if (args[0] === 'abort') listeners.delete(args[1])
    remove(...args)
  }
  return { signal, listeners: () => listeners.size }
}

export interface Trend {
  /** The end over the beginning, each the median of a few samples. */
  ratio: number
  /** Bytes per sample, by least squares. */
  slope: number
}

/** The samples of the warm-up are not among them. */
export function trendOf(samples: readonly number[]): Trend {
  const part = Math.max(1, Math.min(5, Math.floor(samples.length / 3)))
  const ratio = median(samples.slice(-part)) / median(samples.slice(0, part))
  const middle = (samples.length - 1) / 2
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  const above = samples.reduce((sum, sample, index) => sum + (index - middle) * (sample - mean), 0)
  const below = samples.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  return { ratio, slope: below === 0 ? 0 : above / below }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
