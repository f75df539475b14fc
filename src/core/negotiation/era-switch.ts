/** Holds the era in use and switches it: a remembered era may be wrong, and a server may be upgraded or downgraded. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import type { ClientContext } from '../context.ts'
import type { CurrentEra, Era, Listen } from '../era.ts'
import { isRefusal, supportedVersions } from '../era-signals.ts'
import { UNSUPPORTED_VERSION } from '../error-codes.ts'
import { type RpcError, SessionLostError } from '../errors.ts'
import { connectLimits } from '../resolve-options.ts'
import { versionsOf } from '../revisions.ts'
import type { Messages } from '../sse/messages.ts'
import { abortError } from '../util/abort-error.ts'
import { createDeadline, type Deadline, withDeadline } from '../util/deadline.ts'
import { createEmitter } from '../util/emitter.ts'
import { createSingleFlight } from '../util/single-flight.ts'
import { isAnswer } from '../validation/json-rpc.ts'

/** `unverified`: the era was remembered, and no answer has confirmed it. `redetect` returns the same era if it is right. */
export function createEraSwitch(
  { settings, environment, closing }: ClientContext,
  first: Era,
  unverified: boolean,
  redetect: (used: Era, deadline: Deadline) => Promise<Era>,
): CurrentEra {
  /** Milliseconds between two detections that an established connection causes. */
  const minInterval = 60_000
  const switched = createEmitter<[]>()
  const detection = createSingleFlight<void>()
  /** The era in which each request was sent last, if it was not the first era. */
  let sentIn: WeakMap<JsonRpcRequest, Era> | undefined
  let lastDoubt = -Infinity

  const channel: CurrentEra & { current: Era } = {
    current: first,
    // Not an async function, since every level of those costs each call several microtasks and 500 bytes.
    send(request, deadline, options) {
      if (!detection.current) return sendNow(request, deadline, options)
      // If the detection fails, only the calls that caused it fail.
      return deadline.race(detection.current.catch(() => {})).then(() => sendNow(request, deadline, options))
    },
    // What belongs to a request goes where the request went, also after a switch.
    post: (message, deadline, owner) => (owner ? eraOf(owner) : channel.current).post(message, deadline, owner),
    cancel: (request, call) => eraOf(request).cancel(request, call),
    listen,
    doubt: (error) => {
      const { current } = channel
      if (isEvidence(error, current, unverified)) detectAgain(current).catch(() => {})
    },
  }
  return channel

  function sendNow(request: JsonRpcRequest, deadline: Deadline, options?: CallOptions): Promise<Messages> {
    const used = channel.current
    const wasUnverified = unverified
    const sent = sendIn(used, request, deadline, options)
    const verified = wasUnverified
      ? sent.then((messages) => verifyEra(messages, used, request, deadline, options))
      : sent
    return verified.catch(async (error) => {
      deadline.check()
      if (!(await speaksOtherEra(error, used, wasUnverified, deadline))) throw error
      return sendIn(channel.current, request, deadline, options)
    })
  }

  function sendIn(used: Era, request: JsonRpcRequest, deadline: Deadline, options?: CallOptions): Promise<Messages> {
    // Most clients never leave the first era; for them this costs nothing.
    if (used !== first) {
      sentIn ??= new WeakMap()
      sentIn.set(request, used)
    }
    return used.send(request, deadline, options)
  }

  function eraOf(request: JsonRpcRequest): Era {
    return sentIn?.get(request) ?? first
  }

  /** When the era is switched, the subscription continues in the new one. */
  async function listen(...[filter, onChange, deadline]: Parameters<Listen>): Promise<void> {
    for (let isSwitched = false; ; isSwitched = true) {
      const used = channel.current
      const wasUnverified = unverified
      const untilSwitched = createDeadline(environment, { what: 'listening' })
      const releases = [
        deadline.onPassed((reason) => untilSwitched.abort(reason)),
        switched.subscribe(() => untilSwitched.abort(abortError('Another era is in use'))),
      ]
      try {
        return await used.listen(
          filter,
          (change) => {
            onChange(change)
            if (change.type === 'subscribed' && isSwitched) {
              isSwitched = false
              onChange({ type: 'may-have-changed', reason: 'the server speaks another revision' })
            }
          },
          untilSwitched,
        )
      } catch (error) {
        deadline.check()
        if (channel.current === used && !(await speaksOtherEra(error, used, wasUnverified, deadline))) throw error
      } finally {
        for (const release of releases) release()
        untilSwitched.stop()
      }
    }
  }

  /** The first messages verify a remembered era, unless they are an error that a server of the other era would send. */
  function verifyEra(
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
        const answer = batch?.find((message) => isAnswer(message, request, settings))
        const isDoubtful = answer && 'error' in answer && used.mayBeOtherEra({ rpcCode: answer.error.code }, false)
        if (!isDoubtful || !unverified) {
          if (batch) unverified = false
          return batch
        }
        await deadline.race(detectAgain(used)).catch(() => deadline.check())
        if (channel.current === used) return batch
        current.drain()
        current = await sendIn(channel.current, request, deadline, options)
        return current.next()
      },
      drain: () => current.drain(),
      cancel: () => current.cancel(),
    }
  }

  /** Whether the error is one of the other era and the server turns out to belong to it; then that era is in use. */
  async function speaksOtherEra(
    error: unknown,
    used: Era,
    wasUnverified: boolean,
    deadline: Deadline,
  ): Promise<boolean> {
    if (!isEvidence(error, used, wasUnverified)) return false
    // A refused request that is given up during the detection was not executed.
    if ((error as RpcError).delivery === 'not-executed') deadline.setSent(false)
    await deadline.race(detectAgain(used)).catch(() => deadline.check())
    return channel.current !== used
  }

  /** Whether the error can come from a server of the other era. */
  function isEvidence(error: unknown, used: Era, wasUnverified: boolean): boolean {
    if (error instanceof SessionLostError) return isRefusal(error.cause)
    const namedVersions = (error as RpcError | null)?.rpcCode === UNSUPPORTED_VERSION && supportedVersions(error)
    if (namedVersions) {
      const otherEra = used.revision.era === 'modern' ? 'legacy' : 'modern'
      return versionsOf(otherEra, settings.versions).some((version) => namedVersions.includes(version))
    }
    // Another request may have verified the era meanwhile, or shown that it is wrong.
    if (wasUnverified && (unverified || used !== channel.current)) return used.mayBeOtherEra(error, false)
    // A server that has answered may have been replaced by one of the other era. That is checked now and then only.
    const now = environment.monotonic()
    if (used !== channel.current || now - lastDoubt < minInterval || !used.mayBeOtherEra(error, true)) return false
    lastDoubt = now
    return true
  }

  function detectAgain(used: Era): Promise<void> {
    return used === channel.current ? detection.run(switchEra) : Promise.resolve()
  }

  async function switchEra(): Promise<void> {
    const limits = connectLimits(settings, 'connecting again', closing)
    const old = channel.current
    channel.current = await withDeadline(environment, limits, (deadline) => redetect(old, deadline))
    // Only after success: a failed detection verifies nothing.
    unverified = false
    if (channel.current === old) return
    void old.close(true)
    switched.publish()
    // A listener may have closed the client meanwhile, which then closed only the old era.
    if (closing.aborted) void channel.current.close(false)
  }
}
