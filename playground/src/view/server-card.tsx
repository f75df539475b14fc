/** The card at the top of the browse pane: name, version and protocol of the server, and the button that examines it. */
import type { Client, Connection } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { select, selection } from '../state/selection.ts'
import { session } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { McpIcon } from './mcp-icon.tsx'

/** How the page names the era and transport of a connection. */
export function describeEra({ era, transport }: Connection, client: Client): string {
  if (transport === 'sse') return 'HTTP+SSE'
  return era === 'modern' ? 'stateless' : hasSession(client) ? 'session' : 'no session'
}

/** Only whether there is one: its id is a secret. */
export function hasSession(client: Client): boolean {
  return Object.keys(client.snapshot().session ?? {}).includes('mcp-session-id')
}

export function ServerCard(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  const { info } = known.client.server
  const { protocolVersion, fellBack } = known.connection.value
  const isExamined = selection.value.kind === 'examine'
  return (
    <div class="server-head">
      <button
        type="button"
        class="server-card"
        aria-current={selection.value.kind === 'server' ? 'true' : undefined}
        onClick={() => select({ kind: 'server' })}
      >
        <span class="server-name">
          <McpIcon of={info?.icons} />
          <Text of={serverName(info)} maxLength={120} />
        </span>
        {nonEmptyString(info?.version) && (
          <span class="muted">
            <Text of={info?.version} maxLength={60} />
          </span>
        )}
        <span class="tags">
          <span class="tag accent">{protocolVersion}</span>
          <span class="tag">{describeEra(known.connection.value, known.client)}</span>
          {fellBack && <span class="tag warn">fell back</span>}
        </span>
      </button>
      <button
        type="button"
        class="small examine-button"
        aria-current={isExamined ? 'true' : undefined}
        onClick={() => select({ kind: 'examine' })}
      >
        <Icon name="examine" /> Examine
      </button>
    </div>
  )
}

export function serverName(info: { name?: unknown; title?: unknown } | undefined): string {
  return nonEmptyString(info?.title) ?? nonEmptyString(info?.name) ?? 'A server without a name'
}
