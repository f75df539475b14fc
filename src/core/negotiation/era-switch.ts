/** The one place that holds the era: what was remembered may be wrong, and a server may change what it speaks. */

import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Era } from '../era.ts'
import { isRefusal, isUnknownRequest, supportedBy, UNSUPPORTED_VERSION } from '../era-signals.ts'
import { type RpcError, SessionLostError } from '../errors.ts'
import type { Shared } from '../legacy/handshake.ts'
import type { CallOptions } from '../options.ts'
import { handshakesOf, MODERN_VERSION } from '../revisions.ts'
import type { Messages } from '../sse/messages.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { createEmitter } from '../util/emitter.ts'
import { isAnswer } from '../validation/json-rpc.ts'

/** `doubtful`: nobody asked the server this time. `find` does, and gives the same era if that was right. */
export function createSlot(
  { wire, closing }: Shared,
  first: Era,
  doubtful: boolean,
  find: (used: Era, deadline: Deadline) => Promise<Era>,
): Era {
  const { settings, environment } = wire
  const replaced = createEmitter<[]>()
  let era = first
  let finding: Promise<unknown> | undefined

  return {
    get server() {
      return era.server
    },
    get hasSession() {
      return era.hasSession
    },
    get session() {
      return era.session
    },
    get caching() {
      return era.caching
    },
    get ping() {
      return era.ping
    },
    async send(request, deadline, options) {
      // Whether it succeeds is the business of those who needed it.
      if (finding) await deadline.race(finding.catch(() => {}))
      const used = era
      const doubted = doubtful
      try {
        const messages = await used.send(request, deadline, options)
        return doubted ? withProof(messages, used, request, deadline, options) : messages
      } catch (error) {
        deadline.check()
        if (!(await isOther(error, used, doubted, deadline))) throw error
        return era.send(request, deadline, options)
      }
    },
    post: (message, deadline, owner) => era.post(message, deadline, owner),
    cancel: (request) => era.cancel(request),
    resumed: (token) => era.resumed(token),
    resultType: (result) => era.resultType(result),
    refuse: (tool) => era.refuse(tool),
    setLogLevel: (level, options) => era.setLogLevel(level, options),
    isForeign: (error) => era.isForeign(error),
    listen,
    revive: (reason) => era.revive(reason),
    close: (keep) => era.close(keep),
  }

  /** Goes on in the era that replaces the one it began in. */
  async function listen(...[filter, tell, deadline]: Parameters<Era['listen']>): Promise<void> {
    for (let missed = false; ; missed = true) {
      const used = era
      const doubted = doubtful
      const life = createDeadline(environment, { what: 'listening', total: Number.POSITIVE_INFINITY })
      const releases = [deadline.onPassed(life.abort), replaced.subscribe(() => life.abort('replaced'))]
      try {
        return await used.listen(
          filter,
          (change) => {
            tell(change)
            if (change.type === 'subscribed' && missed) {
              missed = false
              tell({ type: 'may-have-changed', reason: 'the server speaks another revision' })
            }
          },
          life,
        )
      } catch (error) {
        deadline.check()
        if (era === used && !(await isOther(error, used, doubted, deadline))) throw error
      } finally {
        for (const release of releases) release()
        life.stop()
      }
    }
  }

  /** Once something good came back, a refusal is only that. */
  function withProof(
    messages: Messages,
    used: Era,
    request: JsonRpcRequest,
    deadline: Deadline,
    options?: CallOptions,
  ): Messages {
    let current = messages
    return {
      async next() {
        const batch = await current.next()
        const answer = batch?.find((message) => isAnswer(message, request))
        // A server that does not know a request may say so in a good response.
        const isStrange = answer && 'error' in answer && used.caching && isUnknownRequest(answer.error.code)
        if (!isStrange || !doubtful) {
          if (batch) doubtful = false
          return batch
        }
        await deadline.race(correct(used)).catch(deadline.check)
        if (era === used) return batch
        current = await era.send(request, deadline, options)
        return current.next()
      },
      drain: () => current.drain(),
      cancel: () => current.cancel(),
    }
  }

  /** Whether the error shows that the server speaks another era, which then is the one in use. */
  async function isOther(error: unknown, used: Era, doubted: boolean, deadline: Deadline): Promise<boolean> {
    if (!isEvidence(error, used, doubted)) return false
    await deadline.race(correct(used)).catch(deadline.check)
    return era !== used
  }

  function isEvidence(error: unknown, used: Era, doubted: boolean): boolean {
    if (error instanceof SessionLostError) return isRefusal(error.cause)
    // A server that names other revisions instead of this one offers them.
    const named = (error as RpcError | null)?.rpcCode === UNSUPPORTED_VERSION && supportedBy(error)
    const others = used.caching ? handshakesOf(settings) : [MODERN_VERSION]
    if (named) return others.some((version) => settings.versions.includes(version) && named.includes(version))
    return doubted && used.isForeign(error)
  }

  /** One for all who ran into it. */
  function correct(used: Era): Promise<unknown> {
    if (used !== era) return Promise.resolve()
    finding ??= findAgain().finally(() => {
      finding = undefined
    })
    return finding
  }

  async function findAgain(): Promise<void> {
    const limit = 'connectTimeout'
    const signals = [closing]
    const deadline = createDeadline(environment, { what: 'connecting again', total: settings[limit], limit, signals })
    try {
      const old = era
      era = await find(old, deadline)
      // A question that failed leaves the doubt as it was.
      doubtful = false
      if (era === old) return
      void old.close(true)
      replaced.publish()
      // Who was told of it may have closed the client, which knew only the old one.
      if (closing.aborted) void era.close(false)
    } finally {
      deadline.stop()
    }
  }
}
