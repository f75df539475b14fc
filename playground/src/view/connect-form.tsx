/** The connection form: server address, transport, revision and authorization. */
import type { JSX } from 'preact'
import { connectTo, phase } from '../state/session.ts'
import { revisions, type Target, target, updateTarget, writeLink } from '../state/target.ts'
import { CopyButton } from '../ui/copy-button.tsx'

export function ConnectForm(): JSX.Element {
  const { url, transport, version, auth } = target.value
  const connecting = phase.value.status === 'connecting'
  return (
    <form
      class="connect card"
      onSubmit={(event) => {
        event.preventDefault()
        void connectTo(target.value)
      }}
    >
      <label for="address">Server address</label>
      <div class="row">
        <input
          id="address"
          type="url"
          required
          placeholder="https://tools.example.com/mcp"
          autocomplete="url"
          spellcheck={false}
          value={url}
          onInput={({ currentTarget }) => updateTarget({ url: currentTarget.value })}
        />
        <button type="submit" class="primary" aria-disabled={connecting}>
          {connecting ? 'Connecting…' : 'Connect'}
        </button>
      </div>
      <div class="options">
        <Choice
          label="Transport"
          value={transport}
          change={(next) => updateTarget({ transport: next })}
          options={transports}
        />
        <Choice
          label="Revision"
          value={version}
          change={(next) => updateTarget({ version: next })}
          options={versions}
        />
        <Choice
          label="Authorization"
          value={auth}
          change={(next) => updateTarget({ auth: next })}
          options={authorizations}
        />
      </div>
      <AuthFields target={target.value} />
      {url && URL.canParse(url) && (
        <p class="link-line">
          <CopyButton text={() => writeLink(location.href, target.value)}>Copy a link to this form</CopyButton>
          <span class="muted">It fills the form and connects to nothing.</span>
        </p>
      )}
    </form>
  )
}

const transports = { auto: 'Find out', 'streamable-http': 'Streamable HTTP', sse: 'HTTP+SSE' } as const
const versions = { auto: 'Find out', ...Object.fromEntries(revisions.map((name) => [name, name])) } as Record<
  Target['version'],
  string
>
const authorizations = { none: 'None', bearer: 'Bearer token', headers: 'Headers', oauth: 'OAuth sign-in' } as const

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: Readonly<Record<T, string>>
  change(value: T): void
}

function Choice<T extends string>({ label, value, options, change }: ChoiceProps<T>): JSX.Element {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value as T)}>
        {Object.entries<string>(options).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

function AuthFields({ target: { auth, token, headers, scope, oauthDriver } }: { target: Target }): JSX.Element | null {
  switch (auth) {
    case 'bearer':
      return (
        <label class="wide">
          <span>Token</span>
          <input
            type="password"
            autocomplete="off"
            required
            value={token}
            onInput={({ currentTarget }) => updateTarget({ token: currentTarget.value })}
          />
          <span class="hint">Kept in memory only, and sent to this server alone.</span>
        </label>
      )
    case 'headers':
      return (
        <label class="wide">
          <span>Headers, one "name: value" a line</span>
          <textarea
            rows={3}
            spellcheck={false}
            value={headers}
            onInput={({ currentTarget }) => updateTarget({ headers: currentTarget.value })}
          />
          <span class="hint">Kept in memory only, and sent to this server alone.</span>
        </label>
      )
    case 'oauth':
      return (
        <div class="options">
          <Choice
            label="Sign in"
            value={oauthDriver}
            change={(next) => updateTarget({ oauthDriver: next })}
            options={{ popup: 'In a window', redirect: 'Leave and come back' }}
          />
          <label class="choice">
            <span>Scope</span>
            <input
              type="text"
              autocomplete="off"
              placeholder="as the server says"
              value={scope}
              onInput={({ currentTarget }) => updateTarget({ scope: currentTarget.value })}
            />
          </label>
        </div>
      )
    default:
      return null
  }
}
