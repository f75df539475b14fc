/** The connection form: server URL, transport, protocol version, authorization and custom headers. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { linkTo } from '../state/address.ts'
import { target, updateTarget } from '../state/form.ts'
import { lookUp } from '../state/lookup.ts'
import { connectTo, phase } from '../state/session.ts'
import { completeUrl, findDomain, findHeaderProblem, findUrlProblem, revisions, type Target } from '../state/target.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { AuthFields } from './auth-fields.tsx'
import { Choice } from './choice.tsx'
import { focusHeaders, HeaderFields } from './header-fields.tsx'

/** `demo` is drawn below the URL. */
export function ConnectForm({ demo }: { demo: ComponentChildren }): JSX.Element {
  const { url, transport, version, auth } = target.value
  const problem = useSignal<string | undefined>(undefined)
  const connecting = phase.value.status === 'connecting'
  const submit = (form: HTMLFormElement) => {
    updateTarget({ url: completeUrl(target.value.url) })
    const { value } = target
    problem.value = findUrlProblem(value.url)
    if (problem.value) form.querySelector<HTMLElement>('#address')?.focus()
    else if (findHeaderProblem(value.headers, value.auth)) focusHeaders(form)
    else void connectTo(value)
  }
  return (
    <form
      class="connect card"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <label for="address">Server URL</label>
      <div class="row address-row">
        <input
          id="address"
          type="text"
          inputMode="url"
          aria-describedby={problem.value && 'address-problem'}
          aria-invalid={problem.value ? 'true' : undefined}
          placeholder="https://tools.example.com/mcp"
          autocomplete="url"
          spellcheck={false}
          value={url}
          onInput={({ currentTarget }) => {
            problem.value = undefined
            updateTarget({ url: currentTarget.value })
          }}
        />
        <button type="submit" class="primary" aria-disabled={connecting}>
          {connecting ? 'Connecting…' : 'Connect'}
        </button>
      </div>
      {problem.value && (
        <p class="problem" role="alert" id="address-problem">
          {problem.value}
        </p>
      )}
      {demo}
      <LookupOffer />
      <Waiting />
      <div class="options">
        <Choice
          label="Transport"
          value={transport}
          change={(next) => updateTarget({ transport: next })}
          options={transports}
        />
        <Choice
          label="Protocol version"
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
      <HeaderFields target={target.value} />
      <RelayLine />
      {url && !findUrlProblem(url) && (
        <p class="link-line">
          <CopyButton text={() => linkTo({ target: target.value, selection: { kind: 'server' } })}>
            Copy link
          </CopyButton>
          <span class="muted">Opening it only fills in the form.</span>
        </p>
      )}
    </form>
  )
}

/** For an address without a path, which may be that of a domain with several servers. */
function LookupOffer(): JSX.Element | null {
  const domain = findDomain(target.value.url)
  if (!domain) return null
  return (
    <p class="row lookup-offer">
      <button type="button" class="small" onClick={() => lookUp(domain)}>
        Look up the servers of {new URL(domain).host}
      </button>
      <span class="muted">Reads the domain's catalog. Nothing is connected yet.</span>
    </p>
  )
}

/** How requests travel, if not directly. */
function RelayLine(): JSX.Element | null {
  const { relay } = target.value
  if (!relay) return null
  return (
    <p class="row relay-line">
      <Icon name="relay" />
      <span>
        Through the relay at <code>{new URL(relay).host}</code>
      </span>
      <button type="button" class="small" onClick={() => updateTarget({ relay: '' })}>
        Connect directly
      </button>
    </p>
  )
}

/** How long connecting has taken, once that is long, and what it waits for. */
function Waiting(): JSX.Element | null {
  const { value } = phase
  const now = useSignal(Date.now())
  const connecting = value.status === 'connecting'
  useEffect(() => {
    if (!connecting) return
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 500)
    return () => clearInterval(timer)
  }, [connecting])
  if (!connecting) return null
  const seconds = Math.floor((now.value - value.startedAt) / 1_000)
  const text =
    value.note ?? (seconds >= 3 ? `No response for ${seconds} s. Connecting times out after 30 s.` : undefined)
  if (!text) return null
  return (
    <p class="row waiting">
      <span role="status">{text}</span>
      <button type="button" class="small" onClick={value.cancel}>
        Stop waiting
      </button>
    </p>
  )
}

const transports = { auto: 'Auto', 'streamable-http': 'Streamable HTTP', sse: 'HTTP+SSE' } as const
export const versions = { auto: 'Auto', ...Object.fromEntries(revisions.map((name) => [name, name])) } as Record<
  Target['version'],
  string
>
const authorizations = { none: 'None', bearer: 'Bearer token', oauth: 'OAuth sign-in' } as const
