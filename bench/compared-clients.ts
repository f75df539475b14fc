/** The compared clients: where the code of each is, and what it can be measured by. */
import { join } from 'node:path'
import { peersDir } from './paths.ts'
import type { Revision } from './workload.ts'

export const clientNames = ['bare', 'ours', 'official', 'sdk-v1', 'ai-sdk', 'agents'] as const

export type ClientName = (typeof clientNames)[number]

/** The programs of client processes and start-up measures; `parser` and `empty` are only baselines. */
export type ProgramName = ClientName | 'parser' | 'empty'

export const peerNames = ['official', 'sdk-v1', 'ai-sdk', 'agents'] as const

/** The npm package of each peer. */
export const packages: Record<(typeof peerNames)[number], string> = {
  official: '@modelcontextprotocol/client',
  'sdk-v1': '@modelcontextprotocol/sdk',
  'ai-sdk': '@ai-sdk/mcp',
  agents: 'agents',
}

export const isPeer = (name: string): name is (typeof peerNames)[number] => peerNames.includes(name as 'official')

/** The client of `agents` is a capability of a Durable Object and throws outside of one; inside, it calls `official`. */
export const canCall = (name: ProgramName): boolean => name !== 'agents'

export const speaks = (name: ProgramName, revision: Revision): boolean =>
  canCall(name) && (revision === '2025-11-25' || name !== 'sdk-v1')

/** The imports of the smallest program that can call a tool, relative to this folder. */
export const imports: Record<ClientName, { from: string; names: string[] }> = {
  bare: { from: './clients/bare.ts', names: ['open'] },
  ours: { from: '../src/core/index.ts', names: ['connect'] },
  official: { from: './peers/official/index.mjs', names: ['Client', 'StreamableHTTPClientTransport'] },
  'sdk-v1': { from: './peers/sdk-v1/index.mjs', names: ['Client', 'StreamableHTTPClientTransport'] },
  'ai-sdk': { from: './peers/ai-sdk/index.mjs', names: ['createMCPClient'] },
  agents: { from: './peers/agents/index.mjs', names: ['MCPClientManager'] },
}

export const peerFile = (name: ClientName, file = 'index.mjs'): string => join(peersDir, name, file)
