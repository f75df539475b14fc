/** Whether a watched resource is newer than what was read of it. */
import { latestCall } from './calls.ts'
import { isWatched, receivedChanges } from './changes.ts'

export interface ResourceChange {
  /** `Date.now()` at the notification. */
  at: number
  /** It came after the latest read, or nothing was read yet. */
  isStale: boolean
}

/** The last change of a watched resource; undefined when nobody watches it, or none came. */
export function changeOf(uri: string): ResourceChange | undefined {
  if (!isWatched(uri)) return undefined
  const found = receivedChanges.value.find(({ change }) => change.type === 'resource' && change.uri === uri)
  if (!found) return undefined
  const call = latestCall('resource', uri)
  return { at: found.at, isStale: call === undefined || found.at >= call.startedAt }
}
