/** What a runtime is to the tests: something that runs the scenario bundle and says what came of it. */
import type { RuntimeName } from '../scenarios/scenario.ts'

export interface Runtime {
  name: RuntimeName
  /** Rejects, saying what is missing, when the runtime cannot be started on this machine. */
  prepare?(): Promise<void>
  version(): Promise<string>
  /** One result per scenario; what belongs to no scenario comes as a further result that failed. */
  run(request: RunRequest): Promise<Result[]>
}

export interface RunRequest {
  /** Origin of the mock server. */
  url: string
  /** Origin of its remote control. */
  controlUrl: string
  /** The directory with `suite.js` and what starts it. */
  bundle: string
  /** Runs only scenarios whose name contains this. */
  filter?: string
}

export interface Result {
  name: string
  ok: boolean
  ms: number
  error?: string
  /** Why the scenario does not run here. */
  notApplicable?: string
  /** What a probe saw this engine do. */
  notes?: Record<string, string>
}

/** What the bundle is told by whoever starts it. */
export interface SuiteRequest {
  runtime: RuntimeName
  url: string
  controlUrl: string
  filter?: string
}
