/** The tabs of the wire, each with a count, and the buttons that give it the whole page or hide it. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { history } from '../state/calls.ts'
import { receivedChanges, unseenChanges } from '../state/changes.ts'
import { shownWire } from './shown.ts'
import { HIDE_KEY, type WireTab, wireIsFull, wireIsHidden, wireTab, wireTabs } from './view-state.ts'

export function WireTabs(): JSX.Element {
  const current = wireTab.value
  const tabs = Object.entries(wireTabs) as [WireTab, string][]
  const counts = countsOf()
  // On a narrow screen the tabs scroll.
  useEffect(() => document.getElementById(`wire-tab-${current}`)?.scrollIntoView({ block: 'nearest' }), [current])
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(([tab]) => tab === current)
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const to = moves[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const [next] = tabs[(to + tabs.length) % tabs.length]!
    wireTab.value = next
    document.getElementById(`wire-tab-${next}`)?.focus()
  }
  return (
    <header class="wire-head">
      <h2 class="visually-hidden">Wire</h2>
      <div class="wire-tabs" role="tablist" aria-label="Views of the wire" onKeyDown={move}>
        {tabs.map(([tab, title]) => (
          <button
            key={tab}
            id={`wire-tab-${tab}`}
            type="button"
            role="tab"
            class="wire-tab"
            aria-selected={tab === current}
            aria-controls="wire-panel"
            tabIndex={tab === current ? 0 : -1}
            onClick={() => (wireTab.value = tab)}
          >
            {title}{' '}
            {tab === 'notifications' && unseenChanges.value > 0 ? (
              <span class="unseen" title={`Not seen yet, of ${counts.notifications}`}>
                {unseenChanges.value.toLocaleString('en')}
                <span class="visually-hidden"> new</span>
              </span>
            ) : (
              <span class="count">{counts[tab].toLocaleString('en')}</span>
            )}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="quiet small wire-button not-narrow"
        aria-pressed={wireIsFull.value}
        aria-label="Full width"
        title={wireIsFull.value ? 'Show the other panes again' : 'Give the wire the full width'}
        onClick={() => (wireIsFull.value = !wireIsFull.value)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 6V2h4M14 10v4h-4M2 2l5 5M14 14l-5-5" />
        </svg>
      </button>
      <button
        type="button"
        class="quiet small wire-button not-narrow"
        aria-label="Hide the wire"
        aria-keyshortcuts={HIDE_KEY}
        title={`Hide the wire (${HIDE_KEY})`}
        onClick={() => (wireIsHidden.value = true)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 6l5 5 5-5" />
        </svg>
      </button>
    </header>
  )
}

function countsOf(): Record<WireTab, number> {
  const { version, rows, events, messages } = shownWire.value
  void version.value
  const requests = rows.reduce((sum, { kind }) => sum + (kind === 'lane' ? 1 : 0), 0)
  return {
    messages: messages.length,
    timeline: rows.length,
    network: requests,
    log: events.reduce((sum, { type }) => sum + (type === 'log' ? 1 : 0), 0),
    notifications: receivedChanges.value.length,
    history: history.value.length,
  }
}
