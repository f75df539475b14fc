/** The servers that this browser remembers, and mcp.json in and out. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { target } from '../state/form.ts'
import { readMcpJson, writeMcpJson } from '../state/mcp-json.ts'
import {
  addServers,
  forgetServer,
  rememberServers,
  renameServer,
  type SavedServer,
  savedServers,
  setRememberServers,
} from '../state/saved-servers.ts'
import { download } from '../ui/download.ts'
import { Icon } from '../ui/icon.tsx'
import { Text } from '../ui/text.tsx'

export function SavedServers(): JSX.Element {
  const message = useSignal('')
  const servers = savedServers.value
  const importFile = async (input: HTMLInputElement) => {
    const text = await input.files?.[0]?.text()
    input.value = ''
    if (text === undefined) return
    const { servers: read, sentence } = readMcpJson(text)
    addServers(read)
    message.value = sentence
  }
  return (
    <section class="card recent" aria-label="Recent servers">
      <h3>Recent servers</h3>
      {servers.length === 0 && (
        <p class="recent-empty muted">
          <Icon name="server" />
          {rememberServers.value
            ? 'None yet. Servers you connect to appear here, without their secrets.'
            : 'Servers are not remembered in this browser.'}
        </p>
      )}
      <ul>
        {servers.map((server) => (
          <li key={server.target.url}>
            <ServerRow server={server} />
          </li>
        ))}
      </ul>
      <div class="row">
        <label class="check">
          <input
            type="checkbox"
            checked={rememberServers.value}
            onChange={({ currentTarget }) => setRememberServers(currentTarget.checked)}
          />
          Remember servers
        </label>
        <label class="button small">
          Import mcp.json
          <input
            class="visually-hidden"
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => importFile(currentTarget)}
          />
        </label>
        {servers.length > 0 && (
          <button type="button" class="small" onClick={() => download('mcp.json', writeMcpJson(servers))}>
            Export mcp.json
          </button>
        )}
      </div>
      <p class="muted" role="status">
        <Text of={message.value} maxLength={500} />
      </p>
    </section>
  )
}

/** A click only fills in the form, so that the user sees the URL before connecting. */
function ServerRow({ server: { name, target: saved } }: { server: SavedServer }): JSX.Element {
  const naming = useSignal(false)
  const rename = (next: string) => {
    naming.value = false
    if (next.trim()) renameServer(saved.url, next.trim().slice(0, 100))
  }
  const fill = () => {
    const { token, headers, clientSecret } = target.value.url === saved.url ? target.value : saved
    target.value = { ...saved, token, headers, clientSecret }
    document.getElementById('address')?.focus()
  }
  return (
    <div class="saved-server">
      {naming.value ? (
        <input
          type="text"
          aria-label={`Name of ${saved.url}`}
          value={name}
          ref={(input) => input?.focus()}
          onBlur={({ currentTarget }) => rename(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && rename(currentTarget.value)}
        />
      ) : (
        <button type="button" class="quiet address" onClick={fill} title={saved.url}>
          <Text of={name} maxLength={100} />
          {saved.transport === 'sse' && <span class="tag">HTTP+SSE</span>}
          {saved.auth !== 'none' && <span class="tag">{authNames[saved.auth]}</span>}
          {saved.headers !== '' && <span class="tag">headers</span>}
        </button>
      )}
      <button type="button" class="small quiet" aria-label={`Rename ${name}`} onClick={() => (naming.value = true)}>
        Rename
      </button>
      <button type="button" class="small quiet" aria-label={`Forget ${name}`} onClick={() => forgetServer(saved.url)}>
        Forget
      </button>
    </div>
  )
}

const authNames = { bearer: 'token', oauth: 'OAuth' } as const
