/** Every adapter with its SDK and a scripted model, in Node. */
import { describe, expect, test } from 'vitest'
import type { Assert } from './case.ts'
import { cases } from './cases.ts'
import { drivers } from './drivers/index.ts'

const assert: Assert = { equal: (actual, expected, what) => expect(actual, what).toEqual(expected) }

describe.each(drivers)('the adapter for $name', (driver) => {
  test.for(cases)('$name', ({ run }) => run(driver, assert))
})
