/** The latest events of the wire, as they happen. */
import type { WireEvent } from 'mcp-over-fetch'
import { element } from './element.ts'
import { asText, clip } from './show.ts'

/** How many stay on the page. */
const KEPT = 300

export function createWireLog(list: HTMLElement, count: HTMLElement): (event: WireEvent) => void {
  const waiting: WireEvent[] = []
  let seen = 0
  // It scrolls, which the keyboard can do only where it can have the focus.
  list.tabIndex = 0
  return (event) => {
    seen += 1
    if (waiting.length === 0) requestAnimationFrame(flush)
    // A hidden page draws no frames but receives events.
    else if (waiting.length === KEPT) waiting.shift()
    waiting.push(event)
  }

  function flush(): void {
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4
    list.append(...waiting.splice(0).map(line))
    while (list.childElementCount > KEPT) list.firstElementChild?.remove()
    count.textContent = seen > KEPT ? `the last ${KEPT} of ${seen.toLocaleString()} events` : `${seen} events`
    if (atEnd) list.scrollTop = list.scrollHeight
  }
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

function line(event: WireEvent): HTMLElement {
  return element(
    'li',
    { className: event.type },
    element('span', { className: 'muted' }, clock.format(event.at)),
    element('span', { className: 'muted' }, 'n' in event ? `#${event.n}` : ''),
    element('span', {}, clip(describe(event), 500)),
  )
}

function describe(event: WireEvent): string {
  switch (event.type) {
    case 'request':
      return `→ ${event.method} ${event.rpc ?? event.url}`
    case 'response':
      return `← ${event.status} ${event.headers['content-type'] ?? ''}`
    case 'stream-event':
      return `← event ${event.event}${event.id === undefined ? '' : `, id ${event.id}`}, ${event.length} characters`
    case 'response-ended':
      return `response ${event.how}`
    case 'drain':
      return `drain: ${event.how}`
    case 'quarantined':
      return `set aside: ${event.reason}`
    case 'warning':
      return `warning: ${event.message} (${event.error})`
    case 'log':
      return `${asText(event.level)}: ${asText(event.data)}`
    case 'status':
      return event.status
    default:
      return (event as WireEvent).type
  }
}
