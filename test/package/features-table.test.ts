/** The table of features in docs/architecture.md says what they cost. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURES_PAGE, featureCosts, readFeatures, withFeatures } from '../../scripts/docs/features-table.ts'
import { root } from '../support/paths.ts'

test('docs/architecture.md says what each feature costs in the main entry, within 0.15 kB', async () => {
  const page = await readFile(join(root, FEATURES_PAGE), 'utf8')
  const [written, measured] = [page, withFeatures(page, await featureCosts())].map((text) =>
    readFeatures(text).sort((a, b) => a.feature.localeCompare(b.feature)),
  )
  expect(written!.map(({ feature }) => feature)).toEqual(measured!.map(({ feature }) => feature))
  expect(written!.length).toBeGreaterThan(15)
  const outdated = written!.filter(
    ({ kilobytes }, index) => !(Math.abs(kilobytes - measured![index]!.kilobytes) <= 0.15),
  )
  expect(outdated, 'run npm run docs:features').toEqual([])
})
