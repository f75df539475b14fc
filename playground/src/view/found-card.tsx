/** A server card: what it claims, and a form for each of its addresses. Nothing of it is loaded from elsewhere. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { CardRemote, FoundCard } from '../../../src/discover/index.ts'
import { type CardField, fieldsOf, hostOf, targetOf } from '../state/card-target.ts'
import { target } from '../state/form.ts'
import { connectTo, phase } from '../state/session.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'

const MAX_REMOTES = 20
const MAX_FIELDS = 30

export function Card({ of: card, left, host }: { of: FoundCard; left: readonly string[]; host: string }): JSX.Element {
  const { name, title, version, description, websiteUrl, icons, remotes = [], source } = card
  // Others would be a request to a host that nobody was asked about.
  const icon = icons?.find(({ src }) => /^data:image\/(avif|gif|jpe?g|png|webp)[;,]/i.test(src))
  const section = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => section.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={section} class="found-card" tabIndex={-1}>
      <div class="row">
        {icon && <img src={icon.src} alt="" width="32" height="32" />}
        <strong>
          <Text of={title ?? name} maxLength={120} />
        </strong>
        <span class="muted">
          <Text of={version} maxLength={60} />
        </span>
      </div>
      <p>
        <Text of={description} maxLength={500} />
      </p>
      <DescriptionList of={{ Name: name, Website: websiteUrl, Card: source }} />
      {remotes.length === 0 && <p class="hint-box">The card lists no URL that this page can connect to.</p>}
      {remotes.slice(0, MAX_REMOTES).map((remote, index) => (
        <Remote key={index} of={remote} host={host} />
      ))}
      {left.length > 0 && (
        <p class="muted">
          Ignored parts of the card: <Text of={[...new Set(left)].join('; ')} maxLength={500} />.
        </p>
      )}
    </div>
  )
}

function Remote({ of: remote, host }: { of: CardRemote; host: string }): JSX.Element {
  const values = useSignal<Record<string, string>>({})
  const problem = useSignal('')
  const at = hostOf(remote, values.value)
  const { type, url, supportedProtocolVersions = [] } = remote
  const connect = () => {
    try {
      const next = targetOf(remote, values.value, target.value.relay)
      problem.value = ''
      void connectTo(next)
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  return (
    <form
      class="found-remote"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        connect()
      }}
    >
      <p class="row">
        <code>
          <Text of={url} maxLength={300} />
        </code>
        <span class="tag">{type === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP'}</span>
        {supportedProtocolVersions.slice(0, 10).map((version) => (
          <span key={version} class="tag">
            <Text of={version} maxLength={20} />
          </span>
        ))}
        {at && at !== host && <span class="tag warn">another host</span>}
      </p>
      {fieldsOf(remote)
        .slice(0, MAX_FIELDS)
        .map((field) => (
          <Field
            key={field.name}
            of={field}
            value={values.value[field.name] ?? ''}
            change={(value) => {
              problem.value = ''
              values.value = { ...values.value, [field.name]: value }
            }}
          />
        ))}
      {problem.value && (
        <p class="problem" role="alert">
          <Text of={problem.value} maxLength={500} />
        </p>
      )}
      <p>
        <button type="submit" class="primary" aria-disabled={phase.value.status === 'connecting'}>
          {at ? `Connect to ${at}` : 'Connect to this URL'}
        </button>
      </p>
    </form>
  )
}

interface FieldProps {
  of: CardField
  value: string
  change(value: string): void
}

function Field({ of: { name, input, isRequired, isInUrl }, value, change }: FieldProps): JSX.Element {
  const { description, isSecret, format, default: preset, placeholder } = input
  const choices = input.choices ?? (format === 'boolean' ? ['true', 'false'] : undefined)
  const hints = [
    nonEmptyString(description)?.replace(/([^.!?\s])\s*$/, '$1.'),
    isSecret && !isInUrl && 'Kept in memory only.',
    isSecret && isInUrl && 'It becomes part of the address, which this browser remembers and links contain.',
  ].filter((hint) => typeof hint === 'string')
  const id = useId()
  const hintId = hints.length > 0 ? `${id}-hint` : undefined
  const known = { id, value, autocomplete: 'off', spellcheck: false, 'aria-describedby': hintId } as const
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.value)
  const shown = preset === undefined ? nonEmptyString(placeholder) : String(preset)
  return (
    <div class="wide">
      <label for={id}>
        <Text of={name} maxLength={100} /> {isRequired ? '(required)' : ''}
      </label>
      {choices ? (
        <select
          id={id}
          aria-describedby={hintId}
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          <option value="">{preset === undefined ? 'Choose…' : `Default: ${String(preset).slice(0, 100)}`}</option>
          {choices.slice(0, 200).map((choice, index) => (
            <option key={index} value={choice}>
              {choice.slice(0, 200)}
            </option>
          ))}
        </select>
      ) : isSecret ? (
        <input {...known} type="password" onInput={onInput} />
      ) : (
        <input {...known} type="text" placeholder={shown} onInput={onInput} />
      )}
      {hintId && (
        <span class="hint" id={hintId}>
          <Text of={hints.join(' ')} maxLength={500} />
        </span>
      )}
    </div>
  )
}
