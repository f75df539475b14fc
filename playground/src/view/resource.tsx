/** One resource: reading it, and watching it for changes. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { latestCall, startCall } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { isWatched, setWatched } from '../state/changes.ts'
import { changeOf } from '../state/watched.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatBytes, formatTime } from '../ui/format.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { CallView } from './call.tsx'
import { Definition } from './definition.tsx'
import { McpIcon } from './mcp-icon.tsx'
import { ViewHead } from './view-head.tsx'

/** Milliseconds between two reads that nobody asked for: some servers report a change at each read. */
const MIN_GAP_MS = 1_000

export function ResourceView({ uri }: { uri: string }): JSX.Element {
  const resource = catalog.resources.value.items.find((known) => known.uri === uri)
  return (
    <article class="main-body">
      <ViewHead selection={{ kind: 'resource', uri }}>
        <McpIcon of={resource?.icons} />
        <Text of={nonEmptyString(resource?.title) ?? nonEmptyString(resource?.name) ?? 'Resource'} maxLength={200} />
      </ViewHead>
      {nonEmptyString(resource?.description) && (
        <p class="description">
          <Text of={resource?.description} maxLength={5_000} />
        </p>
      )}
      <DescriptionList
        of={{
          URI: (
            <code>
              <Text of={uri} maxLength={2_000} />
            </code>
          ),
          Type: nonEmptyString(resource?.mimeType),
          Size: typeof resource?.size === 'number' ? formatBytes(resource.size) : undefined,
        }}
      />
      <ReadControls uri={uri} />
      <Definition of={resource} />
      <LatestRead uri={uri} />
    </article>
  )
}

/** The buttons for a URI. In a form, its button to submit reads. */
export function ReadControls({ uri, inForm = false }: { uri: string; inForm?: boolean }): JSX.Element {
  const watched = isWatched(uri)
  const read = () => void startCall({ kind: 'resource', uri })
  return (
    <p class="row">
      <button type={inForm ? 'submit' : 'button'} class="primary" onClick={inForm ? undefined : read}>
        Read
      </button>
      <button type="button" aria-pressed={watched} onClick={() => setWatched(uri, !watched)}>
        {watched ? 'Stop watching' : 'Watch for changes'}
      </button>
      {watched && <ChangeMark uri={uri} />}
    </p>
  )
}

export function LatestRead({ uri }: { uri: string }): JSX.Element | null {
  useReadAgain(uri)
  const call = latestCall('resource', uri)
  return call ? <CallView call={call} /> : null
}

function ChangeMark({ uri }: { uri: string }): JSX.Element {
  const change = changeOf(uri)
  const since = change && formatTime(change.at)
  return (
    <span role="status">
      {change && (
        <span class={`tag ${change.isStale ? 'warn' : 'good'}`}>
          {change.isStale ? `Changed at ${since}` : `Changed at ${since}, read again`}
        </span>
      )}
    </span>
  )
}

/** Reads a resource again that was read before and has changed since. */
function useReadAgain(uri: string): void {
  const call = latestCall('resource', uri)
  const isRunning = call !== undefined && call.ended.value === undefined
  const change = changeOf(uri)
  const isDue = call !== undefined && !isRunning && change?.isStale === true
  useEffect(() => {
    if (!isDue) return
    const wait = Math.max(call.startedAt + MIN_GAP_MS - Date.now(), 0)
    const timer = setTimeout(() => startCall({ kind: 'resource', uri }), wait)
    return () => clearTimeout(timer)
  }, [uri, isDue, call?.id, change?.at])
}
