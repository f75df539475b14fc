/** The command palette: everything of the server and of the page, found by typing a part of its name. */
import '../../style/palette.css'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { catalog, reloadLists } from '../state/catalog.ts'
import { currentRealm, mock } from '../state/mock.ts'
import { home, openSelfTest, pane, type Selection, select, selfTestIsOpen } from '../state/selection.ts'
import { choose, chosen, openServer, servers } from '../state/servers.ts'
import { connectTo, disconnect, session } from '../state/session.ts'
import { toggleTheme } from '../state/theme.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { shownWire } from '../wire/shown.ts'
import { showWireTab, wireIsFull, wireTabs } from '../wire/view-state.ts'
import { keysAreOpen, paletteIsOpen } from './keyboard.ts'

interface Command {
  kind: string
  name: string
  detail?: string | undefined
  /** The keys that do the same. */
  keys?: string
  run(): void
}

/** How the kinds are shown; what is typed may name either. */
const kinds: Readonly<Record<string, string>> = { do: 'command' }

const MAX_SHOWN = 50

export function Palette(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const text = useSignal('')
  const at = useSignal(0)
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands().filter(({ kind, name, detail = '' }) => {
    const all = `${kind} ${kinds[kind] ?? ''} ${name} ${detail}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const shown = found.slice(0, MAX_SHOWN)
  const active = Math.min(at.value, shown.length - 1)
  const close = () => {
    paletteIsOpen.value = false
  }
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    command.run()
  }
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => {
      if (document.activeElement === document.body) before?.focus()
    }
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <dialog ref={dialog} class="palette" aria-label="Commands" onCancel={close} onClose={close}>
      <input
        type="text"
        class="palette-input"
        role="combobox"
        aria-label="Command or search"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        placeholder="Type a command, or search tools, resources and prompts"
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          at.value = 0
        }}
        onKeyDown={(event) => {
          const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (move !== undefined) at.value = Math.min(Math.max(active + move, 0), shown.length - 1)
          else if (event.key === 'Enter') run(shown[active])
          else return
          event.preventDefault()
        }}
      />
      <div role="listbox" id={`${id}-list`} class="palette-list" aria-label="Matches">
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            class="palette-option"
            onClick={() => run(command)}
          >
            <span class="muted palette-kind">{kinds[command.kind] ?? command.kind}</span>
            <span class="palette-name">
              <Text of={command.name} maxLength={120} />
            </span>
            <span class="muted palette-detail">
              {command.keys ? <kbd>{command.keys}</kbd> : <Text of={command.detail ?? ''} maxLength={120} />}
            </span>
          </div>
        ))}
      </div>
      <p class="muted" role="status">
        {found.length === 0
          ? 'Nothing matches.'
          : found.length > MAX_SHOWN
            ? `${found.length - MAX_SHOWN} more, keep typing`
            : ''}
      </p>
    </dialog>
  )
}

/** Commands and views first, then what the server has. */
function commands(): Command[] {
  const openStartPage = () => {
    selfTestIsOpen.value = false
    home.value = true
    pane.value = 'main'
  }
  const open = (selection: Selection) => () => {
    wireIsFull.value = false
    select(selection)
  }
  const view = (name: string, selection: Selection): Command => ({ kind: 'view', name, run: open(selection) })
  const known = session.value
  const others = servers.value.filter((server) => server !== chosen.value && server.url !== '')
  return [
    ...(known
      ? [
          view('Examine this server', { kind: 'examine' }),
          view('Simulate a model', { kind: 'model' }),
          view('Server', { kind: 'server' }),
          view('Sign-in', { kind: 'sign-in' }),
          ...Object.entries(wireTabs).map(
            ([tab, name]): Command => ({ kind: 'view', name, run: () => showWireTab(tab as keyof typeof wireTabs) }),
          ),
          ...(currentRealm() ? [view('Faults', { kind: 'faults' })] : []),
          { kind: 'do', name: 'Reconnect', run: () => void connectTo(known.target) },
          { kind: 'do', name: 'Reload the lists', run: reloadLists },
          { kind: 'do', name: 'Connect to another server', run: () => void openServer() },
          { kind: 'do', name: 'Disconnect', run: disconnect },
        ]
      : []),
    { kind: 'view', name: 'Start page', run: openStartPage },
    ...(mock.value?.controlUrl === undefined ? [] : [{ kind: 'view', name: 'Self-test', run: openSelfTest }]),
    { kind: 'do', name: 'Toggle full width of the wire', run: () => (wireIsFull.value = !wireIsFull.value) },
    { kind: 'do', name: 'Clear the wire', run: () => shownWire.value.clear() },
    { kind: 'do', name: 'Switch between light and dark theme', run: toggleTheme },
    { kind: 'do', name: 'Keyboard shortcuts', keys: '?', run: () => (keysAreOpen.value = true) },
    ...others.map(({ id, url }): Command => ({ kind: 'server', name: url, run: () => choose(id) })),
    ...(known ? serverCommands(open) : []),
  ]
}

function serverCommands(open: (selection: Selection) => () => void): Command[] {
  const { tools, resources, templates, prompts } = catalog
  return [
    ...tools.value.items.map(({ name, title, description }) => ({
      kind: 'tool',
      name,
      detail: nonEmptyString(title) ?? nonEmptyString(description),
      run: open({ kind: 'tool', name }),
    })),
    ...prompts.value.items.map(({ name, description }) => ({
      kind: 'prompt',
      name,
      detail: nonEmptyString(description),
      run: open({ kind: 'prompt', name }),
    })),
    ...resources.value.items.map(({ uri, name, title }) => ({
      kind: 'resource',
      name: nonEmptyString(title) ?? name,
      detail: uri,
      run: open({ kind: 'resource', uri }),
    })),
    ...templates.value.items.map(({ uriTemplate, name, title }) => ({
      kind: 'template',
      name: nonEmptyString(title) ?? name,
      detail: uriTemplate,
      run: open({ kind: 'template', uriTemplate }),
    })),
  ]
}
