/** A failing seed is made smaller: fewer parts of its plan show the same, and those can be run alone. */
import { afterAll, describe, expect, test } from 'vitest'
import { type Bundle, bundleSimulation } from './bundle.ts'
import { patchSources } from './planted/planted-fault.ts'
import { PLANTED_FAULTS } from './planted/run.ts'
import { type RunKind, runNamedParts, runSeed } from './run-seed.ts'
import { runSeeds } from './run-seeds.ts'
import { violationKind } from './tally.ts'

const MAX_SEEDS = 900

/** A planted fault for each kind of run. */
const FINDINGS: Record<RunKind, string> = {
  calls: 'got the answer',
  eras: 'which may have been executed',
  applications: 'got the answer foreign',
}

describe('a failing seed', () => {
  const bundles: Bundle[] = []

  afterAll(async () => {
    for (const bundle of bundles) await bundle.dispose()
  })

  test.each(Object.entries(FINDINGS))('of the kind %s is made smaller and still fails alike', async (kind, finding) => {
    const fault = PLANTED_FAULTS.find((planted) => planted.kind === kind && planted.finding === finding)!
    const bundle = await bundleSimulation(await patchSources(fault))
    bundles.push(bundle)
    const { failed: found } = await runSeeds(bundle.path, {
      from: 1,
      to: MAX_SEEDS,
      kind: fault.kind,
      finding,
      threads: 1,
    })
    const { seed } = found[0]!
    const one = { from: seed, to: seed + 1 }

    const { failed } = await runSeeds(bundle.path, one)
    const { violations, trace, shrunk } = failed[0]!
    const { parts, of } = shrunk!
    expect(parts.length).toBeLessThan(of / 2)
    expect(shrunk!.trace.length).toBeLessThan(trace.length)
    expect(shrunk!.violations.map(violationKind)).toContain(violationKind(violations[0]!))

    const { failed: replayed } = await runSeeds(bundle.path, { ...one, only: parts })
    expect(replayed[0]).toMatchObject({ seed, violations: shrunk!.violations, trace: shrunk!.trace })
    for (const part of parts) {
      const { failed: without } = await runSeeds(bundle.path, { ...one, only: parts.filter((name) => name !== part) })
      const sentences = without.flatMap((seed) => seed.violations.map(violationKind))
      expect(sentences, part).not.toContain(violationKind(violations[0]!))
    }
  })
})

test('a seed with all its parts is the whole seed', async () => {
  for (const seed of [3, 4, 5, 76, 77, 78]) {
    const whole = await runSeed(seed)
    const { names, faults } = whole.parts()
    expect(names.size, `${seed}`).toBeGreaterThan(2)
    const again = await runNamedParts(seed, [...names])
    expect(again.trace().slice(1)).toEqual(whole.trace().slice(1))
    const none = await runNamedParts(seed, [])
    expect(none.calls).toBe(0)
    expect(faults.size).toBeLessThanOrEqual(names.size)
  }
})
