/** The planted faults can be planted, and each counts as found only by its own sentence and in sources that type-check. */
import { describe, expect, test } from 'vitest'
import { type PlantedFault, patchSources } from './planted-fault.ts'
import { PLANTED_FAULTS, runPlanted } from './run.ts'

test.each(PLANTED_FAULTS.map((fault) => [fault.name, fault] as const))(
  'the text of a planted fault occurs once: %s',
  async (_, fault) => {
    await patchSources(fault)
  },
)

test('no two planted faults have the same name', () => {
  const names = PLANTED_FAULTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('a planted fault', () => {
  const fault = PLANTED_FAULTS.find(({ finding }) => finding === 'got the answer')!

  const run = async (changed: Partial<PlantedFault>) => {
    const { passed, failed, lines } = await runPlanted({ faults: [{ ...fault, ...changed }], maxSeeds: 200 })
    return { passed, failed, line: lines.join('\n') }
  }

  /** The fault with another text in the place of `search` or `replace`. */
  const change = (changed: Partial<PlantedFault['changes'][number]>) => ({
    changes: fault.changes.map((substitution) => ({ ...substitution, ...changed })),
  })

  test('is found by its sentence', async () => {
    const { passed, failed, line } = await run({})
    expect([passed, failed]).toEqual([1, 0])
    expect(line).toMatch(/^✓ .*: seed \d+, .* got the answer/)
  })

  test('is not found by another sentence, and that one is printed', async () => {
    const { passed, failed, line } = await run({ finding: 'another sentence' })
    expect([passed, failed]).toEqual([0, 1])
    expect(line).toMatch(/^✗ .*NOT FOUND as "another sentence" in 200 seeds; found instead: .* got the answer/)
  })

  test('that does not type-check is not found, and the type error is printed', async () => {
    const { passed, failed, line } = await run(change({ replace: 'unknownName' }))
    expect([passed, failed]).toEqual([0, 1])
    expect(line).toMatch(/^✗ .*DOES NOT TYPE-CHECK[\s\S]*Cannot find name 'unknownName'/)
  })

  test('whose text does not occur names itself, the file and the text', async () => {
    const { passed, failed, line } = await run(change({ search: 'no such text' }))
    expect([passed, failed]).toEqual([0, 1])
    expect(line).toContain(
      `"${fault.name}": src/${fault.changes[0]!.file} has 0 times, not once, the text:\nno such text`,
    )
  })
})
