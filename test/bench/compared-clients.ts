/** The compared clients, and where the code of each is. */

export const clientNames = ['bare', 'ours', 'official'] as const

export type ClientName = (typeof clientNames)[number]

/** The programs of client processes and start-up measures; `parser` and `empty` are only baselines. */
export type ProgramName = ClientName | 'parser' | 'empty'

/** The imports of the smallest program that can call a tool, relative to this folder. */
export const imports: Record<ClientName, { from: string; names: string[] }> = {
  bare: { from: './clients/bare.ts', names: ['open'] },
  ours: { from: '../../src/core/index.ts', names: ['connect'] },
  official: { from: './peers/official.mjs', names: ['Client', 'StreamableHTTPClientTransport'] },
}
