/** The one place that holds the era: what was remembered may be wrong, and a server may change what it speaks. */
import { type RpcError, SessionLostError } from '../errors.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Messages } from '../wire/messages.ts'
import type { Era } from './era.ts'
import { isRefusal, supportedBy, UNSUPPORTED_VERSION } from './refusals.ts'
import type { Shared } from './session.ts'
import { handshakesOf } from './versions.ts'

/** `doubtful`: nobody asked the server this time. `find` does, and gives the same era if that was right. */
export function createSlot(
  { wire, closing }: Shared,
  first: Era,
  doubtful: boolean,
  find: (used: Era, deadline: Deadline) => Promise<Era>,
): Era {
  const handshakes = handshakesOf(wire.settings)
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
      if (finding) await deadline.race(finding)
      const used = era
      const doubted = doubtful
      try {
        return withProof(await used.send(request, deadline, options))
      } catch (error) {
        deadline.check()
        if (!isEvidence(error, used, doubted)) throw error
        await deadline.race(correct(used)).catch(() => {
          deadline.check()
          throw error
        })
        if (era === used) throw error
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
    listen: (filter, tell, deadline) => era.listen(filter, tell, deadline),
    revive: (reason) => era.revive(reason),
    close: (keep) => era.close(keep),
  }

  /** Once something came back, a refusal is only that. */
  function withProof(messages: Messages): Messages {
    if (!doubtful) return messages
    return {
      ...messages,
      async next() {
        const batch = await messages.next()
        if (batch) doubtful = false
        return batch
      },
    }
  }

  /** Whether the server seems to speak another era than we think. */
  function isEvidence(error: unknown, used: Era, doubted: boolean): boolean {
    if (error instanceof SessionLostError) return isRefusal(error.cause)
    // A server that names earlier revisions instead of this one offers them.
    const named = (error as RpcError).rpcCode === UNSUPPORTED_VERSION && supportedBy(error)
    return named ? named.some((version) => handshakes.includes(version)) : doubted && used.isForeign(error)
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
    const { connectTimeout: total } = wire.settings
    const limit = 'connectTimeout'
    const deadline = createDeadline(wire.ground, { what: 'connecting again', total, limit, signals: [closing] })
    try {
      const old = era
      doubtful = false
      era = await find(old, deadline)
      if (era !== old) void old.close(true)
    } finally {
      deadline.stop()
    }
  }
}
