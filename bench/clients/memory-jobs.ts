/** What idle clients and open calls keep in memory, after a garbage collection. Needs `--expose-gc`. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchClient } from './bench-client.ts'

const opensAtOnce = 20

/** Opens the clients, and closes them after the measurement. */
export async function idleClientBytes(open: () => Promise<BenchClient>, count: number): Promise<number> {
  const clients: BenchClient[] = []
  const before = await usedBytes()
  while (clients.length < count) {
    clients.push(...(await Promise.all(Array.from({ length: opensAtOnce }, open))))
  }
  const bytes = ((await usedBytes()) - before) / clients.length
  for (const client of clients) await client.close()
  return bytes
}

/** Makes calls that the server does not answer until it is told to. */
export async function openCallBytes(client: BenchClient, origin: string, count: number): Promise<number> {
  const before = await usedBytes()
  const calls = Array.from({ length: count }, () => client.call('hold', {}))
  const settled = Promise.all(calls)
  const isHeld = async () => Number(await (await fetch(`${origin}/held`)).text()) === count
  while (!(await Promise.race([isHeld(), settled.then(() => false)]))) await delay(20)
  const bytes = ((await usedBytes()) - before) / count
  await (await fetch(`${origin}/release`)).text()
  await settled
  return bytes
}

export async function usedBytes(): Promise<number> {
  // Finalizers and their promises may free more, which a second collection finds.
  for (let round = 0; round < 2; round++) {
    await delay(50)
    globalThis.gc?.()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
