/** Runs at most so many functions at the same time; the others wait for their turn, in order. */

export type Limit = <T>(run: () => Promise<T>) => Promise<T>

export function limitConcurrency(max: number): Limit {
  const waiting: (() => void)[] = []
  let free = max
  return async (run) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
