/** The HTTP routes of a realm's remote control. */
import type { Clock } from '../clock/clock.ts'
import type { DeepPartial, ServerConfig } from '../config.ts'
import { emptyResponse, jsonResponse, textResponse } from '../http/responses.ts'
import type { Journal } from '../journal/journal.ts'
import { CONTROL_PATH, parseRealmUrl } from '../realm-url.ts'
import type { Barriers } from '../script/barriers.ts'
import { checkScript } from '../script/check-script.ts'
import type { Rules } from '../script/rules.ts'
import type { Act } from './act.ts'

export interface ControlOptions {
  clock: Clock
  journal: Journal
  barriers: Barriers
  rules: Rules
  configure(change: DeepPartial<ServerConfig>): void
  act(act: Act): void
  reset(): void
}

/** Milliseconds that a reader of the journal waits for a change. */
const JOURNAL_WAIT = 1_000

export function createControlRoutes(options: ControlOptions): (request: Request) => Promise<Response> {
  const { clock, journal, barriers, rules } = options

  return async (request) => {
    const { path, search } = parseRealmUrl(request.url)
    const [command = '', name = ''] = path.slice(CONTROL_PATH.length).split('/').map(decodeURIComponent)
    try {
      if (command === 'journal') return await readJournal(new URLSearchParams(search).get('after'))
      if (command === 'reached') await barriers.reached(name)
      else if (command === 'release') barriers.release(name)
      else if (command === 'configure') options.configure((await request.json()) as DeepPartial<ServerConfig>)
      else if (command === 'script') loadScript(await request.json())
      else if (command === 'act') options.act((await request.json()) as Act)
      else if (command === 'reset') options.reset()
      else return textResponse(404, `There is no control called ${command}`)
      return emptyResponse(204)
    } catch (error) {
      return textResponse(400, error instanceof Error ? error.message : String(error))
    }
  }

  function loadScript(script: unknown): void {
    checkScript(script)
    rules.load(script)
  }

  /** With `after`, waits until the journal is newer than that version, though not for ever. */
  async function readJournal(after: string | null): Promise<Response> {
    if (after !== null && journal.version() <= Number(after)) {
      const answered = new AbortController()
      await Promise.race([journal.changed(), clock.wait(JOURNAL_WAIT, answered.signal).catch(() => {})])
      answered.abort()
    }
    return jsonResponse(200, { version: journal.version(), entries: journal.entries() })
  }
}
