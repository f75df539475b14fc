/** Who is compared, and where each one's code is. */

export const contestants = ['bare', 'ours', 'official'] as const

export type ContestantName = (typeof contestants)[number]

/** A program that a client process or a start-up measure runs; `parser` and `empty` are baselines only. */
export type ProgramName = ContestantName | 'parser' | 'empty'

/** What the smallest program imports to be able to call a tool, relative to this folder. */
export const imports: Record<ContestantName, { from: string; names: string[] }> = {
  bare: { from: './clients/bare.ts', names: ['open'] },
  ours: { from: '../../src/core/index.ts', names: ['connect'] },
  official: { from: './peers/official.mjs', names: ['Client', 'StreamableHTTPClientTransport'] },
}
