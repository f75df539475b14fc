/** What the parts of one authorization share: here, the prover of DPoP. */
import { expect, test } from 'vitest'
import { createOAuthContext } from '../../../src/oauth/context.ts'
import type { Dpop, Prover } from '../../../src/oauth/dpop/types.ts'
import { createManualEnvironment } from '../manual-environment.ts'

test('a prover that fails late does not forget the one that replaced it', async () => {
  const opened: { resolve(prover: Prover): void; reject(error: Error): void }[] = []
  const openProver = () => new Promise<Prover>((resolve, reject) => opened.push({ resolve, reject }))
  const dpop: Dpop = { required: false, extensions: {}, acceptUnbound() {}, openProver }
  const context = createOAuthContext(createManualEnvironment(), { server: 'https://mcp.example.com/mcp', dpop })
  const first = context.getProver()
  context.forgetProver()
  const second = context.getProver()
  const prover = { thumbprint: 'second' } as Prover
  opened[1]?.resolve(prover)
  opened[0]?.reject(new Error('too late'))
  await expect(first).rejects.toThrow('too late')
  expect(await second).toBe(prover)
  expect(await context.getProver()).toBe(prover)
  expect(opened).toHaveLength(2)
})
