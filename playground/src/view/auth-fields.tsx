/** The fields of the chosen authorization: a token, or an OAuth sign-in. */
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { updateTarget } from '../state/form.ts'
import type { Target } from '../state/target.ts'
import { Choice } from './choice.tsx'

export const memoryOnly = 'Kept in memory only, and sent to this server alone.'

export function AuthFields({ target }: { target: Target }): JSX.Element | null {
  const { auth, token } = target
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
          <span class="hint">{memoryOnly}</span>
        </label>
      )
    case 'oauth':
      return <OAuthFields target={target} />
    default:
      return null
  }
}

function OAuthFields({ target }: { target: Target }): JSX.Element {
  const { oauthDriver, scope, clientId, clientSecret, issuer, clientMetadataUrl } = target
  return (
    <>
      <div class="options">
        <Choice
          label="Sign in"
          value={oauthDriver}
          change={(next) => updateTarget({ oauthDriver: next })}
          options={{ popup: 'Pop-up', redirect: 'Redirect' }}
        />
        <OAuthField label="Scope" name="scope" value={scope} placeholder="Server default" />
      </div>
      <details class="client-fields" open={clientId !== '' || issuer !== '' || clientMetadataUrl !== ''}>
        <summary>Use an existing OAuth client</summary>
        <div class="options">
          <OAuthField
            id="client-id"
            label="Client id"
            name="clientId"
            value={clientId}
            placeholder="registered by this page"
          />
          <OAuthField
            label="Authorization server"
            name="issuer"
            value={issuer}
            placeholder="https://login.example.com"
            required={clientId !== ''}
          />
          <OAuthField label="Client secret (optional)" name="clientSecret" secret value={clientSecret} />
          <OAuthField
            label="Or the URL of its metadata document"
            name="clientMetadataUrl"
            value={clientMetadataUrl}
            placeholder="https://example.com/client.json"
          />
        </div>
        <p class="hint">
          Register the redirect URI <code>{redirectAddress(oauthDriver)}</code>. A secret is kept in memory only, so it
          works with the pop-up only.
        </p>
      </details>
    </>
  )
}

function redirectAddress(driver: Target['oauthDriver']): string {
  return new URL(driver === 'popup' ? './callback.html' : location.pathname, location.href).href
}

interface OAuthFieldProps {
  id?: string
  label: string
  name: 'scope' | 'clientId' | 'issuer' | 'clientSecret' | 'clientMetadataUrl'
  value: string
  placeholder?: string
  secret?: boolean
  required?: boolean
}

function OAuthField({
  id,
  label,
  name,
  value,
  placeholder,
  secret = false,
  required = false,
}: OAuthFieldProps): JSX.Element {
  const generatedId = useId()
  const shared = {
    id: id ?? generatedId,
    autocomplete: 'off',
    spellcheck: false,
    required,
    placeholder,
    value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      updateTarget({ [name]: currentTarget.value.trim() }),
  } as const
  return (
    <div class="choice">
      <label for={id ?? generatedId}>{label}</label>
      {secret ? <input type="password" {...shared} /> : <input type="text" {...shared} />}
    </div>
  )
}
