/** What the table of bad servers is made of. */
import type { Verdict } from '../../../../../bin/examination/outcome.ts'
import { type Case, type Misbehave, result, type Sent } from '../examined.ts'

export interface BadServer extends Case {
  check: string
  /** What it does wrong. */
  name: string
  verdict: Verdict
  /** What the finding says. */
  says: RegExp
}

export const handshake = { versions: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] } as const
export const stateless = { versions: ['2026-07-28'] } as const
export const json = { ...handshake, transport: 'json' } as const

/** Answers one method itself. */
export const answering =
  (method: string, answer: (sent: Sent) => Response | Promise<Response>) => (): Misbehave => (sent) =>
    sent.method === method ? answer(sent) : undefined

export const initialized = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  serverInfo: { name: 'bad', version: '1' },
})

/** A list of one tool. */
export const listing = (tool: object) => answering('tools/list', (sent) => result(sent, { tools: [tool] }))

export const tool = { name: 'look', description: 'Looks', inputSchema: { type: 'object' } }

export const harmless = { description: 'Waits', annotations: { readOnlyHint: true } }

export const NO_REVISION = '1999-01-01'
