/** Runs every case with every SDK in a page: `results` is set at the end. */
import type { Assert } from './case.ts'
import { cases } from './cases.ts'
import { drivers } from './drivers/index.ts'

export interface PageResult {
  name: string
  error?: string
}

const assert: Assert = {
  equal(actual, expected, what = 'it differs') {
    const [first, second] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (first !== second) throw new Error(`${what}: expected ${second}, got ${first}`)
  },
}

async function runAll(): Promise<PageResult[]> {
  const results: PageResult[] = []
  for (const driver of drivers) {
    for (const { name, run } of cases) {
      const error = await run(driver, assert).then(
        () => undefined,
        (reason: unknown) => String((reason as Error)?.stack ?? reason),
      )
      results.push({ name: `${driver.name}: ${name}`, ...(error !== undefined && { error }) })
    }
  }
  return results
}

Object.assign(globalThis, { results: runAll() })
