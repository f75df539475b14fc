/** A runtime, as the tests use it: it runs the scenario bundle and returns the results. */
import type { RuntimeName } from '../scenarios/scenario.ts'

export interface Runtime {
  name: RuntimeName
  /** Rejects, saying what is missing, when the runtime cannot be started on this machine. */
  prepare?(): Promise<void>
  version(): Promise<string>
  /** One result per scenario; a failure outside of every scenario is a further result. */
  run(request: RunRequest): Promise<Result[]>
}

export interface RunRequest {
  /** Origin of the mock server. */
  url: string
  /** Origin of its remote control. */
  controlUrl: string
  /** The directory with `suite.js` and the files that start it. */
  bundle: string
  /** Runs only scenarios whose name or requirement id contains this. */
  filter?: string
}

export interface Result {
  name: string
  ok: boolean
  ms: number
  error?: string
  /** Why the scenario does not run here. */
  notApplicable?: string
  /** What a probe observed in this engine. */
  notes?: Record<string, string>
}

/** The parameters of the bundle. */
export interface SuiteRequest {
  runtime: RuntimeName
  url: string
  controlUrl: string
  filter?: string
}
