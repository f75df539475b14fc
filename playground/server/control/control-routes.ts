/** The HTTP routes of a realm's remote control. */
import type { DeepPartial, ServerConfig } from '../../../src/testing/config.ts'
import { emptyResponse, jsonResponse, textResponse } from '../../../src/testing/http/responses.ts'
import { parseRealmUrl } from '../../../src/testing/realm-url.ts'
import { checkScript } from '../../../src/testing/script/check-script.ts'
import type { HttpServer } from '../../../src/testing/server.ts'
import type { ServedMessages } from '../served-messages.ts'
import type { Act } from './act.ts'

/** The path of the remote control inside a realm, and the header with the token that it requires. */
export const CONTROL_PATH = '/__control/'
export const CONTROL_HEADER = 'x-control-token'

/** Milliseconds that a reader of the journal waits for a change. */
const JOURNAL_WAIT = 1_000

/** Whether the request is for the remote control. */
export function isControlRequest(request: Request): boolean {
  return `${parseRealmUrl(request.url).path}/`.startsWith(CONTROL_PATH)
}

/** Whether the realm is no longer needed. */
export function isDisposal(request: Request): boolean {
  return parseRealmUrl(request.url).path === `${CONTROL_PATH}dispose`
}

export function createControlRoutes(
  server: HttpServer,
  messages?: ServedMessages,
): (request: Request) => Promise<Response> {
  const { clock, recorder, barriers, rules } = server

  return async (request) => {
    const { path, search } = parseRealmUrl(request.url)
    const [command = '', name = ''] = path.slice(CONTROL_PATH.length).split('/').map(decodeURIComponent)
    try {
      if (command === 'journal') return await readJournal(new URLSearchParams(search).get('after'))
      if (command === 'messages' && messages) return jsonResponse(200, messages.exchanges(recorder.entries()))
      if (command === 'reached') await barriers.reached(name)
      else if (command === 'release') barriers.release(name)
      else if (command === 'configure') server.configure((await request.json()) as DeepPartial<ServerConfig>)
      else if (command === 'script') loadScript(await request.json())
      else if (command === 'act') act((await request.json()) as Act)
      else if (command === 'reset' || command === 'dispose') server.reset()
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

  function act(act: Act): void {
    if ('expireSessions' in act) server.expireSessions()
    else if ('restart' in act) server.restart()
    else if ('expireTokens' in act) server.expireTokens()
    else if ('forgetClients' in act) server.forgetClients()
    else if ('notify' in act) server.notify(act.notify.method, act.notify.params)
    else if ('serverRequest' in act) server.request(act.serverRequest.method, act.serverRequest.params)
    else server.closeStreams(act.closeStreams)
  }

  /** With `after`, waits until the journal is newer than that version, though not for ever. */
  async function readJournal(after: string | null): Promise<Response> {
    if (after !== null && recorder.version() <= Number(after)) {
      const answered = new AbortController()
      await Promise.race([recorder.changed(), clock.wait(JOURNAL_WAIT, answered.signal).catch(() => {})])
      answered.abort()
    }
    return jsonResponse(200, { version: recorder.version(), entries: recorder.entries() })
  }
}
