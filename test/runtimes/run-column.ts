/** Runs all scenarios in one runtime, against a mock server of its own. */
import { startServer } from '../../playground/server/miniflare.ts'
import { columns } from './columns.ts'
import type { Result, RunRequest, Runtime } from './runtime.ts'

export interface ColumnRequest {
  runtime: Runtime['name']
  /** The path of the bundle. */
  bundle: string
  /** Runs only scenarios whose name or requirement id contains this. */
  filter: string
}

export interface ColumnResults {
  version: string
  results: Result[]
}

export async function run({ runtime: name, bundle, filter }: ColumnRequest): Promise<ColumnResults> {
  const runtime = columns.find((column) => column.name === name)!
  await runtime.prepare?.()
  const { url, controlUrl, dispose } = await startServer()
  try {
    const request: RunRequest = { url, controlUrl, bundle }
    const results = await runtime.run(filter ? { ...request, filter } : request)
    return { version: await runtime.version(), results }
  } finally {
    await dispose()
  }
}
