/** How the wire shows that an older server refuses `server/discover`: as a step of finding its revision, not as a failure. */
import { expect, test } from 'vitest'
import { laneSummary } from '../../../playground/src/wire/describe.ts'
import { outcomeOfLane } from '../../../playground/src/wire/exchange.ts'
import type { Lane } from '../../../playground/src/wire/rows.ts'

const lane = (rpc: string, status: number): Lane => ({
  ...{ kind: 'lane', key: 'a', number: 1, method: 'POST', url: 'https://tools.example.com/mcp', headers: {} },
  ...{ rpc, status, start: 0, end: 20, outcome: 'read', eventTimes: [] },
})

test('a refused probe is not red and says what comes next', () => {
  const probe = lane('server/discover', 400)
  expect(outcomeOfLane(probe).tone).toBe('quiet')
  expect(laneSummary(probe)).toBe(
    'POST server/discover, status 400, 20 ms, as expected of a server of 2025-11-25 or before: the client sends initialize next',
  )
})

test.each([
  ['server/discover', 401],
  ['server/discover', 500],
  ['tools/call', 400],
] as const)('%s with status %i is red', (rpc, status) => {
  expect(outcomeOfLane(lane(rpc, status)).tone).toBe('bad')
  expect(laneSummary(lane(rpc, status))).not.toContain('expected')
})
