/** What each feature costs in the main entry: the bytes after gzip that the bundle would save without its files. */
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { inModuleOrder } from '../../scripts/build/module-order.ts'
import { bundle } from '../../scripts/size/bundle.ts'
import { features } from '../features.ts'
import type { Counts } from '../series.ts'
import type { Measure } from './measure.ts'

const program = inModuleOrder("export { connect, isMcpError } from './src/core/index.ts'")

export const featuresMeasure: Measure = {
  name: 'features',
  section: 'What each feature costs in the main entry',
  async run({ names }) {
    if (!names.includes('ours')) return []
    const { costs, shared, whole } = await featureCosts()
    const rows = costs.map(({ feature, files, bytes }) =>
      row(feature, `${files} ${files === 1 ? 'file' : 'files'}, B gzip`, bytes),
    )
    const all = row('the whole entry', 'B gzip', whole)
    return [...rows, row('what features share when compressed', 'B gzip', shared), all]
  },
}

export interface FeatureCosts {
  /** The dearest first. */
  costs: { feature: string; files: number; bytes: number }[]
  /** What features share when compressed. */
  shared: number
  /** The whole entry. */
  whole: number
}

/** In bytes after gzip. */
export async function featureCosts(): Promise<FeatureCosts> {
  const parts = await partsOf(program)
  const total = await gzipBytes(parts)
  const costs: FeatureCosts['costs'] = []
  for (const [feature] of features) {
    const others = parts.filter((part) => featureOf(part) !== feature)
    costs.push({ feature, files: parts.length - others.length, bytes: total - (await gzipBytes(others)) })
  }
  costs.sort((a, b) => b.bytes - a.bytes)
  const shared = total - costs.reduce((sum, { bytes }) => sum + bytes, 0)
  return { costs, shared, whole: (await bundle(program)).size }
}

function row(title: string, unit: string, bytes: number): Counts {
  return { title, unit, cells: new Map([['ours', bytes.toLocaleString('en')]]) }
}

/** The bundle, one part per file. */
async function partsOf(contents: string): Promise<string[]> {
  // With white space, the bundle has a comment where each file begins.
  const { text } = await bundle(contents, { minifyWhitespace: false })
  // The export list at the end would refer to declarations that are cut out.
  return text.replace(/^export \{[^}]*\};?$/m, '').split(/^(?=\/\/ \S+\.[jt]s$)/m)
}

function featureOf(part: string): string {
  const file = part.split('\n')[0]!
  return features.find(([, files]) => files.test(file))![0]
}

async function gzipBytes(parts: readonly string[]): Promise<number> {
  // Names are already short; shortening them again per part would give wrong sizes.
  const options = { format: 'esm', target: 'es2022', minifySyntax: true, minifyWhitespace: true } as const
  const { code } = await transform(parts.join(''), { ...options, treeShaking: false })
  return gzipSync(code, { level: 9 }).length
}
