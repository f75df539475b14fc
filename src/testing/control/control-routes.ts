/** The remote control of a realm, as HTTP. */

import type { Barriers } from '../script/barriers.ts'
import { checkScript } from '../script/check-script.ts'
import type { DeepPartial } from './control-types.ts'
import type { Clock } from '../features/request-context.ts'
import type { Journal } from '../journal/journal.ts'
import { CONTROL, placeOf } from '../realm-url.ts'
import { replyEmpty, replyJson, replyText } from '../http/responses.ts'
import type { Rules } from '../script/rules.ts'
import type { Act, Rule, ServerConfig } from '../script/script.ts'

export interface ControlOptions {
  clock: Clock
  journal: Journal
  barriers: Barriers
  rules: Rules
  configure(change: DeepPartial<ServerConfig>): void
  act(act: Act): void
  reset(): void
}

/** How long a reader of the journal is kept waiting for news. */
const PATIENCE = 1_000

export function createControlRoutes(options: ControlOptions): (request: Request) => Promise<Response> {
  const { clock, journal, barriers, rules } = options

  return async (request) => {
    const { path, search } = placeOf(request.url)
    const [verb = '', name = ''] = path.slice(CONTROL.length).split('/').map(decodeURIComponent)
    try {
      if (verb === 'journal') return await readJournal(new URLSearchParams(search).get('after'))
      if (verb === 'reached') await barriers.reached(name)
      else if (verb === 'release') barriers.release(name)
      else if (verb === 'configure') options.configure((await request.json()) as DeepPartial<ServerConfig>)
      else if (verb === 'script') load((await request.json()) as Rule[])
      else if (verb === 'act') options.act((await request.json()) as Act)
      else if (verb === 'reset') options.reset()
      else return replyText(404, `There is no control called ${verb}`)
      return replyEmpty(204)
    } catch (error) {
      return replyText(400, error instanceof Error ? error.message : String(error))
    }
  }

  function load(script: Rule[]): void {
    checkScript(script)
    rules.load(script)
  }

  /** With `after`, waits until there is something that the reader has not seen, though not for ever. */
  async function readJournal(after: string | null): Promise<Response> {
    if (after !== null && journal.version() <= Number(after)) {
      const answered = new AbortController()
      await Promise.race([journal.changed(), clock.wait(PATIENCE, answered.signal).catch(() => {})])
      answered.abort()
    }
    return replyJson(200, { version: journal.version(), entries: journal.entries() })
  }
}
