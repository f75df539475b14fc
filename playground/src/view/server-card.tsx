/** The server in brief. */
import type { Connection } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { Text, textOf } from '../show/text.tsx'
import { go, place } from '../state/selection.ts'
import { session } from '../state/session.ts'

/** How the page names the era and transport of a connection. */
export function eraWords({ era, transport }: Connection): string {
  if (transport === 'sse') return 'HTTP+SSE'
  return era === 'modern' ? 'stateless' : 'session'
}

export function ServerCard(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  const { info } = known.client.server
  const { protocolVersion, fellBack } = known.connection.value
  return (
    <button
      type="button"
      class="server-card"
      aria-current={place.value.is === 'server' ? 'true' : undefined}
      onClick={() => go({ is: 'server' })}
    >
      <span class="server-name">
        <Text of={serverName(info)} longest={120} />
      </span>
      {textOf(info?.version) && (
        <span class="muted">
          <Text of={info?.version} longest={60} />
        </span>
      )}
      <span class="tags">
        <span class="tag accent">{protocolVersion}</span>
        <span class="tag">{eraWords(known.connection.value)}</span>
        {fellBack && <span class="tag warn">fell back</span>}
      </span>
    </button>
  )
}

export function serverName(info: { name?: unknown; title?: unknown } | undefined): string {
  return textOf(info?.title) ?? textOf(info?.name) ?? 'A server without a name'
}
