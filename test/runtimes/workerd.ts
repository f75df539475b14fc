/** Runs the scenarios in workerd without Node's globals; the client reaches the mock server over TCP, as in a deployed Worker. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { show } from '../support/show.ts'
import { limits, type Result, type RunRequest, type Runtime, type SuiteRequest } from './runtime.ts'

export const workerd: Runtime = { name: 'workerd', version, run: (request) => runInWorker(request) }

async function version(): Promise<string> {
  const path = createRequire(import.meta.url).resolve('workerd/package.json')
  return (JSON.parse(await readFile(path, 'utf8')) as { version: string }).version
}

/** With compatibility dates later than the default, workerd has Node's globals. */
export async function runInWorker({ bundle, ...request }: RunRequest, date = '2026-08-01'): Promise<Result[]> {
  const uncaught: { during: number; message: string }[] = []
  const results: Result[] = []
  const miniflare = await startWorker(bundle, date, (message) => uncaught.push({ during: results.length, message }))
  try {
    const suiteRequest: SuiteRequest = { runtime: 'workerd', ...request }
    const names = await dispatch<string[]>(miniflare, suiteRequest)
    for (const [index, name] of names.entries()) {
      const failed = (error: unknown): Result => ({ name, ok: false, ms: 0, error: show(error) })
      results.push(await dispatch<Result>(miniflare, { ...suiteRequest, index }).catch(failed))
    }
  } finally {
    await miniflare.dispose()
  }
  for (const { during, message } of uncaught) {
    const result = results[during] ?? results.at(-1)
    if (result) Object.assign(result, { ok: false, error: [result.error, message].filter(Boolean).join('\n') })
  }
  return results
}

async function startWorker(
  bundle: string,
  compatibilityDate: string,
  onUncaught: (message: string) => void,
): Promise<Miniflare> {
  // Loading it takes longer than anything else that a scenario by name needs in another runtime.
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const modules = ['worker.mjs', 'suite.js'].map((name) => ({ type: 'ESModule' as const, path: join(bundle, name) }))
  return new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modulesRoot: bundle,
      modules,
      compatibilityDate,
      // With old dates a rejection counts as unhandled before the code that awaits it has run.
      compatibilityFlags: ['unhandled_rejection_after_microtask_checkpoint'],
      // An exception in a timer raises no event in the Worker; workerd only logs it, and only if it is verbose.
      verbose: true,
      handleStructuredLogs({ message }) {
        if (message.startsWith('uncaught exception; source = Uncaught;')) onUncaught(message)
      },
    }),
  )
}

/** One scenario per request, since a client belongs to one invocation, which has its own limits. */
async function dispatch<T>(miniflare: Miniflare, question: SuiteRequest & { index?: number }): Promise<T> {
  const signal = AbortSignal.timeout(limits.silence)
  const body = JSON.stringify(question)
  const response = await miniflare.dispatchFetch('http://suite/', { method: 'POST', body, signal })
  if (!response.ok) throw new Error(`the Worker answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
