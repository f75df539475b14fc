/** The table in docs/architecture.md of what each feature costs in the main entry. */
import { type FeatureCosts, featureCosts } from '../../bench/measures/features.ts'

export const FEATURES_PAGE = 'docs/architecture.md'

const HEAD = '| feature of the main entry | files | kB gzip |\n|---|---:|---:|\n'

const TABLE = /\| feature of the main entry \|.*\n\|.*\n((?:\|.*\n)*)/

export const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

export interface FeatureRow {
  feature: string
  kilobytes: number
}

/** The page with the table of these costs. */
export function withFeatures(page: string, { costs, shared, whole }: FeatureCosts): string {
  if (!TABLE.test(page)) throw new Error(`${FEATURES_PAGE} has no table of features`)
  const rows = [
    ...costs.map(({ feature, files, bytes }) => `| ${feature} | ${files} | ${kilobytes(bytes)} |\n`),
    `| what features share when compressed | | ${kilobytes(shared)} |\n`,
    `| the whole entry | | ${kilobytes(whole)} |\n`,
  ]
  return page.replace(TABLE, () => HEAD + rows.join(''))
}

/** The rows of the table of a page. */
export function readFeatures(page: string): FeatureRow[] {
  const rows = TABLE.exec(page)?.[1]?.trim().split('\n') ?? []
  return rows.map((row) => {
    const [, feature = '', , size = ''] = row.split('|').map((cell) => cell.trim())
    return { feature, kilobytes: Number(size) }
  })
}

export { featureCosts }
