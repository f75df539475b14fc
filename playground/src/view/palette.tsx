/** The command palette: everything of the server and of the page, found by typing a part of its name. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { catalog, reloadLists } from '../state/catalog.ts'
import { currentRealm } from '../state/mock.ts'
import { home, type Selection, select } from '../state/selection.ts'
import { choose, chosen, openServer, servers } from '../state/servers.ts'
import { disconnect, session } from '../state/session.ts'
import { toggleTheme } from '../state/theme.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { wireIsFull } from '../wire/divider.tsx'
import { shownWire } from '../wire/shown.ts'
import { paletteIsOpen } from './keyboard.ts'

interface Command {
  kind: string
  name: string
  detail?: string | undefined
  run(): void
}

const MAX_SHOWN = 50

export function Palette(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const text = useSignal('')
  const at = useSignal(0)
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands().filter(({ kind, name, detail = '' }) => {
    const all = `${kind} ${name} ${detail}`.toLowerCase()
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
        role="combobox"
        aria-label="What to open or do"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        placeholder="A tool, resource, prompt, view or command"
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
      <div role="listbox" id={`${id}-list`} class="palette-list" aria-label="What was found">
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
            <span class="muted">{command.kind}</span>
            <span class="palette-name">
              <Text of={command.name} maxLength={120} />
            </span>
            <span class="muted palette-detail">
              <Text of={command.detail ?? ''} maxLength={120} />
            </span>
          </div>
        ))}
      </div>
      <p class="muted" role="status">
        {found.length === 0
          ? 'Nothing has this name.'
          : found.length > MAX_SHOWN
            ? `${found.length - MAX_SHOWN} more: type on.`
            : ''}
      </p>
    </dialog>
  )
}

function commands(): Command[] {
  const open = (selection: Selection) => () => {
    wireIsFull.value = false
    select(selection)
  }
  const view = (name: string, selection: Selection): Command => ({ kind: 'view', name, run: open(selection) })
  const others = servers.value.filter((server) => server !== chosen.value && server.url !== '')
  return [
    ...(session.value ? serverCommands(open) : []),
    ...(session.value
      ? [
          view('Server', { kind: 'server' }),
          view('Changes', { kind: 'changes' }),
          view('Log', { kind: 'log' }),
          view('History', { kind: 'history' }),
          view('Self-test', { kind: 'self-test' }),
          ...(currentRealm() ? [view('Faults', { kind: 'faults' })] : []),
        ]
      : []),
    ...others.map(({ id, url }): Command => ({ kind: 'server', name: url, run: () => choose(id) })),
    ...(session.value
      ? [
          { kind: 'do', name: 'Reload the lists', run: reloadLists },
          { kind: 'do', name: 'Connection form', run: () => (home.value = true) },
          { kind: 'do', name: 'Connect to another server', run: () => void openServer() },
          { kind: 'do', name: 'Disconnect', run: disconnect },
        ]
      : []),
    { kind: 'do', name: 'Clear the wire', run: () => shownWire.value.clear() },
    { kind: 'do', name: 'Wire at full width, or beside the work', run: () => (wireIsFull.value = !wireIsFull.value) },
    { kind: 'do', name: 'Light or dark colours', run: toggleTheme },
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
