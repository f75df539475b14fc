/** The open servers as tabs: choose one, close one, open another. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Server } from '../state/server/server.ts'
import { serverName } from '../state/server-name.ts'
import { choose, chosen, closeServer, openServer, servers } from '../state/servers.ts'
import { Icon } from '../ui/icon.tsx'
import { Text } from '../ui/text.tsx'
import { statusLabels, statusOf } from './status.ts'

/** With one server there is nothing to choose, and its lists have the room. */
export function hasTabs(): boolean {
  return servers.value.length > 1
}

export function AddServerButton(): JSX.Element {
  return (
    <button
      type="button"
      class="quiet icon"
      aria-label="Connect to another server"
      title="Connect to another server"
      onClick={() => openServer()}
    >
      <Icon name="add" />
    </button>
  )
}

export function ServerTabs(): JSX.Element {
  const list = useRef<HTMLUListElement>(null)
  const { id } = chosen.value
  // On a narrow screen the tabs scroll.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [id])
  const move = (event: KeyboardEvent) => {
    const at = servers.value.findIndex((server) => server.id === id)
    const last = servers.value.length - 1
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }
    const to = moves[event.key]
    const isTab = (event.target as Element).matches('.server-tab')
    if (!isTab || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Delete') closeServer(chosen.value)
    else if (to === undefined) return
    else choose(servers.value[(to + last + 1) % (last + 1)]!.id)
    event.preventDefault()
    // The tab may only now be drawn as the chosen one.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.server-tab[aria-current]')?.focus())
  }
  return (
    <nav class="server-tabs" aria-label="Open servers" onKeyDown={move}>
      <ul ref={list}>
        {servers.value.map((server) => (
          <li key={server.id}>
            <Tab server={server} isChosen={server.id === id} />
          </li>
        ))}
      </ul>
      <AddServerButton />
    </nav>
  )
}

function Tab({ server, isChosen }: { server: Server; isChosen: boolean }): JSX.Element {
  const name = serverName(server)
  const status = statusOf(server)
  const asks = server.questions.pending.value.length > 0
  return (
    <>
      <button
        type="button"
        class="server-tab"
        aria-current={isChosen ? 'true' : undefined}
        tabIndex={isChosen ? 0 : -1}
        title={server.form.value.url}
        onClick={() => choose(server.id)}
      >
        <span class={`status-${status}`}>
          <span class="dot" aria-hidden="true" />
        </span>
        <span class="server-tab-name">
          <Text of={name} maxLength={100} />
        </span>
        <span class="visually-hidden">, {statusLabels[status] ?? status}</span>
        {asks && <span class="tag warn">asks</span>}
      </button>
      <button
        type="button"
        class="quiet icon close-tab"
        aria-label={`Close ${name}`}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => closeServer(server)}
      >
        <Icon name="close" />
      </button>
    </>
  )
}
