/** What there is: the server in brief, its tools, resources and prompts, and the other things this page can do. */
import { useSignal } from '@preact/signals'
import type { Prompt, Tool } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import { history } from '../state/calls.ts'
import { catalog, type List, load } from '../state/catalog.ts'
import { currentRealm } from '../state/mock.ts'
import { go, type Place, place } from '../state/selection.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { nonEmptyString, Text } from '../ui/text.tsx'
import { ErrorDetails } from './error-details.tsx'
import { ServerCard } from './server-card.tsx'

type Tab = 'tools' | 'resources' | 'prompts'

interface Item {
  key: string
  name: string
  says: string | undefined
  to: Place
  mark?: string
}

export function BrowsePane(): JSX.Element {
  const tab = useSignal<Tab>('tools')
  const wanted = useSignal('')
  const items = itemsOf(tab.value)
  const found = items.filter(({ name, says }) =>
    `${name} ${says ?? ''}`.toLowerCase().includes(wanted.value.trim().toLowerCase()),
  )
  return (
    <section class="pane browse" aria-label="Server">
      <ServerCard />
      <SegmentedControl
        class="tabs"
        label="What the server has"
        options={{
          tools: <Tabbed tab="tools" />,
          resources: <Tabbed tab="resources" />,
          prompts: <Tabbed tab="prompts" />,
        }}
        value={tab.value}
        change={(name) => (tab.value = name)}
      />
      <input
        type="search"
        class="search"
        placeholder={`Search ${tab.value}`}
        aria-label={`Search ${tab.value}`}
        value={wanted.value}
        onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
      />
      <Problems tab={tab.value} />
      <ul class="items" aria-label={titles[tab.value]}>
        {found.slice(0, 1_000).map((item) => (
          <li key={item.key}>
            <ItemButton to={item.to}>
              <code>
                <Text of={item.name} maxLength={200} />
              </code>
              {item.mark && <span class="tag">{item.mark}</span>}
              {item.says && (
                <span class="says">
                  <Text of={item.says} maxLength={300} />
                </span>
              )}
            </ItemButton>
          </li>
        ))}
        {found.length === 0 && <li class="muted nothing">{wanted.value ? 'Nothing matches.' : 'None.'}</li>}
      </ul>
      <Others />
    </section>
  )
}

function Tabbed({ tab }: { tab: Tab }): JSX.Element {
  return (
    <>
      {titles[tab]} <span class="count">{itemsOf(tab).length}</span>
    </>
  )
}

const titles = { tools: 'Tools', resources: 'Resources', prompts: 'Prompts' } as const

function named({ name, title, description }: Tool | Prompt, to: Place): Item {
  return { key: name, name, says: nonEmptyString(description) ?? nonEmptyString(title), to }
}

function itemsOf(tab: Tab): Item[] {
  if (tab === 'tools') return catalog.tools.value.items.map((tool) => named(tool, { is: 'tool', name: tool.name }))
  if (tab === 'prompts') {
    return catalog.prompts.value.items.map((prompt) => named(prompt, { is: 'prompt', name: prompt.name }))
  }
  const resources = catalog.resources.value.items.map(
    ({ uri, name, title, description }): Item => ({
      key: uri,
      name: nonEmptyString(title) ?? name,
      says: nonEmptyString(description) ?? uri,
      to: { is: 'resource', uri },
    }),
  )
  const templates = catalog.templates.value.items.map(
    ({ uriTemplate, name, title, description }): Item => ({
      key: `template ${uriTemplate}`,
      name: nonEmptyString(title) ?? name,
      says: nonEmptyString(description) ?? uriTemplate,
      to: { is: 'template', uriTemplate },
      mark: 'template',
    }),
  )
  return [...resources, ...templates]
}

function Problems({ tab }: { tab: Tab }): JSX.Element | null {
  const names = tab === 'resources' ? (['resources', 'templates'] as const) : ([tab] as const)
  const failed = names.filter((name) => (catalog[name].value as List<unknown>).error !== undefined)
  const loading = names.some((name) => catalog[name].value.loading)
  if (loading) return <p class="muted nothing">Loading…</p>
  if (failed.length === 0) return null
  return (
    <div class="outcome bad">
      <h3>Could not list the {failed.join(' and ')}</h3>
      <ErrorDetails error={catalog[failed[0]!].value.error} />
      <button type="button" class="small" onClick={() => failed.map((name) => load(name))}>
        Try again
      </button>
    </div>
  )
}

function ItemButton({ to, children }: { to: Place; children: ComponentChildren }): JSX.Element {
  const here = JSON.stringify(place.value) === JSON.stringify(to)
  return (
    <button type="button" class="item-button" aria-current={here ? 'true' : undefined} onClick={() => go(to)}>
      {children}
    </button>
  )
}

function Others(): JSX.Element {
  return (
    <nav class="others" aria-label="More">
      <ItemButton to={{ is: 'changes' }}>Listen</ItemButton>
      {currentRealm() && <ItemButton to={{ is: 'break' }}>Break it</ItemButton>}
      <ItemButton to={{ is: 'history' }}>
        History <span class="count">{history.value.length}</span>
      </ItemButton>
      <ItemButton to={{ is: 'self-test' }}>Self-test</ItemButton>
    </nav>
  )
}
