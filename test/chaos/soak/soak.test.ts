/** The soak finds leaks, each by its own sentence, and its measures say what they should. */
import { describe, expect, test } from 'vitest'
import { patchSources } from '../../simulation/planted/planted-fault.ts'
import { createLedger } from './ledger.ts'
import { createWatchedSignal, trendOf } from './measure.ts'
import { PLANTED_LEAKS } from './planted-leaks.ts'
import { runSoak } from './run.ts'

/** Much in a short time: a leak shows by the number of calls. */
const SHORT = { seed: 1, rounds: 8, roundLength: 800, pace: 40 }

describe('a planted leak is found by its sentence', { timeout: 120_000, concurrent: true }, () => {
  test.each(PLANTED_LEAKS.map((leak) => [leak.name, leak] as const))('%s', async (_, { name, finding, changes }) => {
    const patched = await patchSources({ name, finding, changes, kind: 'calls' })
    const { violations } = await runSoak({ ...SHORT, patched })
    expect(violations.join('\n')).toContain(finding)
  })

  test('and without one, no such sentence is there', async () => {
    const { violations, listeners, handles } = await runSoak(SHORT)
    expect([violations, listeners, handles]).toEqual([[], 1, []])
  })
})

describe('the ledger', () => {
  const refuse = (fields: object) => Promise.reject(Object.assign(new Error('no'), fields))
  const typed = (delivery: string) => refuse({ [Symbol.for('mcp-over-fetch.error')]: true, code: 'http', delivery })

  test('finds a tool that ran although its call says not-executed', async () => {
    const ledger = createLedger()
    const entry = ledger.open('a')
    ledger.execute(entry.key)
    await ledger.settle(entry, typed('not-executed'))
    expect(ledger.judge()).toEqual(['a #1 ran 1 times at the server, but the client says not-executed: http: no'])
  })

  test('finds a tool that ran twice, a result of a tool that never ran, and progress that came twice', async () => {
    const ledger = createLedger()
    const twice = ledger.open('twice')
    ledger.execute(twice.key)
    ledger.execute(twice.key)
    twice.progress.push(1, 1)
    await ledger.settle(twice, Promise.resolve())
    await ledger.settle(ledger.open('never'), Promise.resolve())
    expect(ledger.judge()).toEqual([
      'twice #1 ran 2 times at the server, but the client says result: ',
      'twice #1 got progress twice: 1,1',
      'never #2 ran 0 times at the server, but the client says result: ',
    ])
  })

  test('finds an error that is not typed, and a call that never settles', async () => {
    const ledger = createLedger()
    await ledger.settle(ledger.open('untyped'), refuse({}))
    ledger.open('lost')
    expect(ledger.judge()).toEqual([
      'untyped #1 failed with an error that is not typed: Error: no',
      'lost #2 never settled',
    ])
  })

  test('has nothing to say about a call that was aborted or may run again', async () => {
    const ledger = createLedger()
    const reason = new Error('stop')
    await ledger.settle(ledger.open('aborted'), Promise.reject(reason), reason)
    const again = ledger.open('again', true)
    ledger.execute(again.key)
    ledger.execute(again.key)
    await ledger.settle(again, Promise.resolve())
    expect(ledger.judge()).toEqual([])
  })
})

test('the listeners of a watched signal are counted', () => {
  const { signal, listeners } = createWatchedSignal()
  const listener = () => {}
  signal.addEventListener('abort', listener)
  expect(listeners()).toBe(1)
  signal.removeEventListener('abort', listener)
  expect(listeners()).toBe(0)
})

test('the trend of memory is the end over the beginning, and a slope', () => {
  expect(trendOf([100, 100, 100, 100, 100, 100])).toEqual({ ratio: 1, slope: 0 })
  expect(trendOf([100, 110, 120, 130, 140, 150])).toEqual({ ratio: 150 / 110, slope: 10 })
})
