/** The messages between this page and a view, oldest first. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { AppEvent } from '../../../src/apps/index.ts'
import { isObject } from '../../../src/core/util/is-object.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { Text } from '../ui/text.tsx'
import type { LoggedEvent } from './app-run.ts'

export function AppMessages({ events }: { events: readonly LoggedEvent[] }): JSX.Element {
  return (
    <details class="app-messages">
      <summary>
        {events.length} {events.length === 1 ? 'message' : 'messages'} between this page and the view
      </summary>
      <ol>
        {events.map(({ id, event }) => (
          <Message key={id} event={event} />
        ))}
      </ol>
    </details>
  )
}

function Message({ event }: { event: AppEvent }): JSX.Element {
  const isOpen = useSignal(false)
  const { from, text, isOdd } = describe(event)
  return (
    <li>
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary class={isOdd ? 'odd' : ''}>
          <span class="muted">{from}</span> <Text of={text} maxLength={200} />
        </summary>
        {isOpen.value && <JsonTree value={'message' in event ? event.message : event} label="Message" />}
      </details>
    </li>
  )
}

function describe(event: AppEvent): { from: string; text: string; isOdd?: boolean } {
  switch (event.type) {
    case 'message':
      return { from: event.direction === 'in' ? 'view →' : '→ view', text: nameOf(event.message) }
    case 'ignored':
      return { from: 'view →', text: `ignored (${event.reason}) ${nameOf(event.message)}`, isOdd: true }
    case 'policy':
      return { from: 'policy', text: policyOf(event), isOdd: event.dropped.length > 0 }
    case 'warning':
      return { from: 'page', text: event.message, isOdd: true }
    case 'closed':
      return { from: 'page', text: `closed: ${event.reason}`, isOdd: event.error !== undefined }
    case 'close-requested':
      return { from: 'view →', text: 'wants to be closed' }
  }
}

function policyOf({ csp, dropped }: Extract<AppEvent, { type: 'policy' }>): string {
  const domains = new Set(Object.values(csp).flat())
  const allowed = domains.size ? [...domains].join(', ') : 'no domains'
  return dropped.length ? `${allowed}; ${dropped.length} dropped` : allowed
}

/** The method, or which request was answered. */
function nameOf(message: unknown): string {
  if (!isObject(message)) return typeof message
  if (typeof message.method === 'string') return message.method
  return `${'error' in message ? 'error' : 'result'} of request ${String(message.id)}`
}
