/** The settings of a connection that take effect with the next one: protocol version, timeouts, keepalive, custom headers. */
import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { connectTo, type Session } from '../state/session.ts'
import { findHeaderProblem, type Target } from '../state/target.ts'
import { memoryOnly } from './auth-fields.tsx'
import { Choice } from './choice.tsx'
import { versions } from './connect-form.tsx'

type KeepAlive = 'default' | 'every' | 'off'

const keepAlives: Readonly<Record<KeepAlive, string>> = {
  default: 'Default (45 s)',
  every: 'Every … seconds',
  off: 'Off',
}

/** The client sends none more often. */
const MIN_KEEP_ALIVE = 5

export function ConnectionSettings({ known: { target } }: { known: Session }): JSX.Element {
  const version = useSignal(target.version)
  const headers = useSignal(target.headers)
  const timeout = useSignal(toSeconds(target.timeout))
  const maxTotalTimeout = useSignal(toSeconds(target.maxTotalTimeout))
  const keepAlive = useSignal<KeepAlive>(
    target.keepAlive === undefined ? 'default' : target.keepAlive === 0 ? 'off' : 'every',
  )
  const interval = useSignal(toSeconds(target.keepAlive) || '45')
  const problem = findHeaderProblem(headers.value, target.auth)
  const next: Target = {
    ...target,
    version: version.value,
    headers: headers.value,
    timeout: toMilliseconds(timeout.value),
    maxTotalTimeout: toMilliseconds(maxTotalTimeout.value),
    keepAlive: { default: undefined, off: 0, every: toMilliseconds(interval.value) }[keepAlive.value],
  }
  const isChanged = JSON.stringify(next) !== JSON.stringify({ ...next, ...pick(target) })
  return (
    <form
      class="card connection-settings"
      aria-label="Connection settings"
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) void connectTo(next)
      }}
    >
      <h3>Connection settings</h3>
      <div class="options">
        <Choice
          label="Protocol version"
          value={version.value}
          change={(name) => (version.value = name)}
          options={versions}
        />
        <Seconds label="Timeout" of={timeout} placeholder="60" />
        <Seconds label="Total timeout" of={maxTotalTimeout} placeholder="3600" />
        <Choice
          label="Keepalive"
          value={keepAlive.value}
          change={(name) => (keepAlive.value = name)}
          options={keepAlives}
        />
        {keepAlive.value === 'every' && (
          <Seconds label="Keepalive interval" of={interval} placeholder="45" min={MIN_KEEP_ALIVE} required />
        )}
      </div>
      <p class="hint">A call times out after this long without a message, and in total.</p>
      <label class="wide">
        <span>Custom headers, one "name: value" per line</span>
        <textarea
          rows={2}
          spellcheck={false}
          aria-invalid={problem ? 'true' : undefined}
          value={headers.value}
          onInput={({ currentTarget }) => (headers.value = currentTarget.value)}
        />
        {problem ? (
          <span class="problem" role="alert">
            {problem}
          </span>
        ) : (
          <span class="hint">{memoryOnly}</span>
        )}
      </label>
      <p class="row">
        <button type="submit" class="small" disabled={!isChanged || problem !== undefined}>
          Apply and reconnect
        </button>
        <span class="muted">Remembered for this server, without header values.</span>
      </p>
    </form>
  )
}

interface SecondsProps {
  label: string
  of: Signal<string>
  placeholder: string
  min?: number
  required?: boolean
}

function Seconds({ label, of, placeholder, min = 0, required }: SecondsProps): JSX.Element {
  return (
    <label class="choice">
      <span>{label} (s)</span>
      <input
        type="number"
        inputMode="decimal"
        min={min}
        step="any"
        placeholder={placeholder}
        required={required}
        value={of.value}
        onInput={({ currentTarget }) => (of.value = currentTarget.value)}
      />
    </label>
  )
}

const pick = ({ version, headers, timeout, maxTotalTimeout, keepAlive }: Target) => ({
  version,
  headers,
  timeout,
  maxTotalTimeout,
  keepAlive,
})

const toSeconds = (ms: number | undefined) => (ms === undefined ? '' : String(ms / 1_000))

function toMilliseconds(seconds: string): number | undefined {
  const value = Number(seconds)
  return seconds.trim() === '' || !(value >= 0) ? undefined : value * 1_000
}
