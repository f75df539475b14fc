/** A runtime, as the tests use it: it runs the scenario bundle and returns the results. */
import type { RuntimeName } from '../scenarios/scenario.ts'
import type { Selection } from './select.ts'

export interface Runtime {
  name: RuntimeName
  version(): Promise<string>
  /** One result per scenario; a failure outside of every scenario is a further result. */
  run(request: RunRequest): Promise<Result[]>
}

export interface RunRequest extends Selection {
  /** Origin of the mock server. */
  url: string
  /** Origin of its remote control. */
  controlUrl: string
  /** The directory with `suite.js` and the files that start it. */
  bundle: string
}

/** The parameters of the bundle. */
export type SuiteRequest = Omit<RunRequest, 'bundle'> & { runtime: RuntimeName }

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

/** Time limits in milliseconds: for what hangs, not for what is slow on a busy machine. */
export const limits = {
  /** One scenario. */
  scenario: 60_000,
  /** Closing what a scenario opened. */
  end: 20_000,
  /** No result from a runtime: longer than one scenario and its end, and than a browser needs to start. */
  silence: 120_000,
  /** The exit of a process that has nothing left to do. */
  exit: 20_000,
} as const
