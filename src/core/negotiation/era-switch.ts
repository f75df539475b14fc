/** Holds the era in use and switches it: a remembered era may be wrong, and a server may be upgraded or downgraded. */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { CallScope, withScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import type { CurrentEra, Era, Listen } from '../era.ts'
import { UNSUPPORTED_VERSION } from '../error-codes.ts'
import { RpcError, SessionLostError } from '../errors.ts'
import { isRefusal, supportedVersions, wasNotExecuted } from '../refusals.ts'
import { connectLimits } from '../resolve-options.ts'
import { versionsOf } from '../revisions.ts'
import { abortError } from '../util/abort-error.ts'
import { createEmitter } from '../util/emitter.ts'
import { createSingleFlight } from '../util/single-flight.ts'

/** `isRemembered`: no answer has confirmed the era. `redetect` returns the same era if it is right. */
export function createEraSwitch(
  { settings, environment, closing, refusals, discovery }: ClientContext,
  first: Era,
  isRemembered: boolean,
  redetect: (used: Era, scope: CallScope) => Promise<Era>,
  onSwitched: () => void,
): CurrentEra {
  /** Milliseconds between two detections that an established connection causes. */
  const minInterval = 60_000
  const switched = createEmitter<[]>()
  const detection = createSingleFlight<void>()
  let lastDetection = -Infinity

  const eras = {
    current: first,
    isUnverified: isRemembered,
    detection,
    verify,
    mayBeOtherEra,
    detectAgain,
    listen,
  } satisfies CurrentEra
  refusals.subscribe((error) => {
    if (isEvidence(error, eras.current, eras.isUnverified)) startDetection(eras.current).catch(() => {})
  })
  return eras

  function verify(scope: CallScope, answer: JsonRpcMessage | undefined): void {
    if (!scope.isEraUnverified) return
    const code = answer && 'error' in answer && answer.error.code
    if (!code || !(scope.era as Era).mayBeOtherEra({ rpcCode: code }, false)) eras.isUnverified = false
  }

  function mayBeOtherEra(error: unknown, { era, isEraUnverified }: CallScope): boolean {
    // In this era the server has answered other requests: an error that is an answer concerns this request.
    if (!isEraUnverified && error instanceof RpcError && error.status === undefined) return false
    return isEvidence(error, era as Era, isEraUnverified)
  }

  async function detectAgain(error: unknown, scope: CallScope): Promise<boolean> {
    const used = scope.era as Era
    await scope.race(startDetection(used)).catch(() => scope.check())
    return eras.current !== used && wasNotExecuted(error, discovery.refusal)
  }

  /** When the era is switched, the subscription continues in the new one. */
  async function listen(...[filter, onChange, scope]: Parameters<Listen>): Promise<void> {
    for (let isSwitched = false; ; isSwitched = true) {
      const used = eras.current
      const wasUnverified = eras.isUnverified
      const untilSwitched = new CallScope(environment, { what: 'listening' })
      const releases = [
        scope.onPassed((reason) => untilSwitched.abort(reason)),
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
        scope.check()
        if (eras.current === used) {
          if (!isEvidence(error, used, wasUnverified)) throw error
          await scope.race(startDetection(used)).catch(() => scope.check())
          if (eras.current === used) throw error
        }
      } finally {
        for (const release of releases) release()
        untilSwitched.stop()
      }
    }
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
    if (wasUnverified && (eras.isUnverified || used !== eras.current)) return used.mayBeOtherEra(error, false)
    // A server that has answered may have been replaced by one of the other era. That is checked now and then only.
    const isDue = !!detection.current || environment.monotonic() - lastDetection >= minInterval
    return used === eras.current && isDue && used.mayBeOtherEra(error, true)
  }

  function startDetection(used: Era): Promise<void> {
    if (used !== eras.current) return Promise.resolve()
    if (!eras.isUnverified) lastDetection = environment.monotonic()
    return detection.run(switchEra)
  }

  async function switchEra(): Promise<void> {
    const limits = connectLimits(settings, 'connecting again', closing)
    const old = eras.current
    eras.current = await withScope(environment, limits, (scope) => redetect(old, scope))
    // Only after success: a failed detection verifies nothing.
    eras.isUnverified = false
    if (eras.current === old) return
    void old.close(true)
    switched.publish()
    onSwitched()
    // A listener may have closed the client meanwhile, which then closed only the old era.
    if (closing.aborted) void eras.current.close(false)
  }
}
