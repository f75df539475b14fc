/** What a client of a soak does: calls with and without progress, aborts, retries, lists, reads, listening. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../../src/core/index.ts'
import type { Group } from '../../../src/group/index.ts'
import type { WorkArguments } from './servers.ts'
import type { SoakClientParts } from './soak-client.ts'

type Parts = Pick<SoakClientParts, 'name' | 'kind' | 'ledger' | 'random' | 'shared'>

/** Settles when what was begun has settled; never rejects, since the ledger judges. */
export async function doSomething(parts: Parts, client: Client): Promise<void> {
  const { name, kind, ledger, random, shared } = parts
  const choice = random.between(1, 100)
  if (choice <= 70) return callTool(parts, client, random.chance(0.15) ? 'again' : 'work')
  if (choice <= 76 && kind.with !== 'tasks') return callTool(parts, client, 'ask')
  if (choice <= 82) return void (await ledger.watch(`${name}: tools/list`, client.listTools({ signal: shared })))
  if (choice <= 88) return void (await ledger.watch(`${name}: read`, client.readResource('soak://text')))
  if (choice <= 94) return void (await ledger.watch(`${name}: ping`, client.ping({ signal: shared })))
  return void (await ledger.watch(`${name}: listen`, listen(parts, client)))
}

/** `tool` is its name in the group, or at the server. */
export async function callTool({ name, ledger, random, shared }: Parts, client: Client | Group, tool: string) {
  const isAgain = tool.endsWith('again')
  const entry = ledger.open(`${name}: ${tool}`, isAgain)
  const args: WorkArguments = {
    key: entry.key,
    wait: random.chance(0.6) ? 0 : random.between(1, 40),
    progress: random.chance(0.3) ? random.between(1, 4) : 0,
    fails: random.chance(0.9) ? 'no' : random.pick(['result', 'error']),
  }
  const abort = new AbortController()
  const reason = new Error('the call was aborted')
  const isAborted = random.chance(0.12)
  const timer = isAborted ? setTimeout(() => abort.abort(reason), random.between(0, 50)) : undefined
  const signal = isAborted ? abort.signal : random.chance(0.7) ? shared : undefined
  const onProgress = ({ progress }: { progress: number }) => {
    if (entry.outcome) ledger.add(`${entry.key} got progress after it had settled`)
    entry.progress.push(progress)
  }
  const options = { signal, ...(args.progress > 0 && { onProgress }), ...(isAgain && { retry: 'safe' as const }) }
  await ledger.settle(entry, client.callTool(tool, args, options), reason)
  clearTimeout(timer)
}

/** Reads changes for a moment. */
async function listen({ random, shared }: Parts, client: Client): Promise<void> {
  const changes = client.listen({ toolsListChanged: true }, { signal: shared, reopen: random.chance(0.5) })
  const reading = (async () => {
    for await (const _change of changes);
  })()
  // Handled below; it may reject earlier.
  reading.catch(() => {})
  await wait(random.between(20, 300))
  changes.close()
  await reading
}
