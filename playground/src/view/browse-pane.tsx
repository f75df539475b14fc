/** The browse pane: the server, its tools, resources and prompts, and the other views of the page. */
import { useSignal } from '@preact/signals'
import type { Prompt, Tool } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import { history } from '../state/calls.ts'
import { catalog, type List, loadList } from '../state/catalog.ts'
import { currentRealm } from '../state/mock.ts'
import { type Selection, select, selection } from '../state/selection.ts'
import { nonEmptyString } from '../ui/json.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Text } from '../ui/text.tsx'
import { ErrorDetails } from './error-details.tsx'
import { ServerCard } from './server-card.tsx'

type Tab = 'tools' | 'resources' | 'prompts'

interface Item {
  key: string
  name: string
  description: string | undefined
  selects: Selection
  tag?: string
}

export function BrowsePane(): JSX.Element {
  const tab = useSignal<Tab>('tools')
  const search = useSignal('')
  const items = itemsOf(tab.value)
  const found = items.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(search.value.trim().toLowerCase()),
  )
  return (
    <section class="pane browse" aria-label="Server">
      <ServerCard />
      <SegmentedControl
        class="tabs"
        label="What the server has"
        options={{
          tools: <TabTitle tab="tools" />,
          resources: <TabTitle tab="resources" />,
          prompts: <TabTitle tab="prompts" />,
        }}
        value={tab.value}
        change={(name) => (tab.value = name)}
      />
      <input
        type="search"
        class="search"
        placeholder={`Search ${tab.value}`}
        aria-label={`Search ${tab.value}`}
        value={search.value}
        onInput={({ currentTarget }) => (search.value = currentTarget.value)}
      />
      <ListStatus tab={tab.value} />
      <ul class="items" aria-label={titles[tab.value]}>
        {found.slice(0, 1_000).map((item) => (
          <li key={item.key}>
            <ItemButton selects={item.selects}>
              <code>
                <Text of={item.name} maxLength={200} />
              </code>
              {item.tag && <span class="tag">{item.tag}</span>}
              {item.description && (
                <span class="item-description">
                  <Text of={item.description} maxLength={300} />
                </span>
              )}
            </ItemButton>
          </li>
        ))}
        {found.length === 0 && <li class="muted nothing">{search.value ? 'Nothing matches.' : 'None.'}</li>}
      </ul>
      <OtherViews />
    </section>
  )
}

function TabTitle({ tab }: { tab: Tab }): JSX.Element {
  return (
    <>
      {titles[tab]} <span class="count">{itemsOf(tab).length}</span>
    </>
  )
}

const titles = { tools: 'Tools', resources: 'Resources', prompts: 'Prompts' } as const

function toItem({ name, title, description }: Tool | Prompt, selects: Selection): Item {
  return { key: name, name, description: nonEmptyString(description) ?? nonEmptyString(title), selects }
}

function itemsOf(tab: Tab): Item[] {
  if (tab === 'tools') return catalog.tools.value.items.map((tool) => toItem(tool, { kind: 'tool', name: tool.name }))
  if (tab === 'prompts') {
    return catalog.prompts.value.items.map((prompt) => toItem(prompt, { kind: 'prompt', name: prompt.name }))
  }
  const resources = catalog.resources.value.items.map(
    ({ uri, name, title, description }): Item => ({
      key: uri,
      name: nonEmptyString(title) ?? name,
      description: nonEmptyString(description) ?? uri,
      selects: { kind: 'resource', uri },
    }),
  )
  const templates = catalog.templates.value.items.map(
    ({ uriTemplate, name, title, description }): Item => ({
      key: `template ${uriTemplate}`,
      name: nonEmptyString(title) ?? name,
      description: nonEmptyString(description) ?? uriTemplate,
      selects: { kind: 'template', uriTemplate },
      tag: 'template',
    }),
  )
  return [...resources, ...templates]
}

function ListStatus({ tab }: { tab: Tab }): JSX.Element | null {
  const names = tab === 'resources' ? (['resources', 'templates'] as const) : ([tab] as const)
  const failed = names.filter((name) => (catalog[name].value as List<unknown>).error !== undefined)
  const loading = names.some((name) => catalog[name].value.loading)
  if (loading) return <p class="muted nothing">Loading…</p>
  if (failed.length === 0) return null
  return (
    <div class="outcome bad">
      <h3>Could not list the {failed.join(' and ')}</h3>
      <ErrorDetails error={catalog[failed[0]!].value.error} />
      <button type="button" class="small" onClick={() => failed.map((name) => loadList(name))}>
        Try again
      </button>
    </div>
  )
}

function ItemButton({ selects, children }: { selects: Selection; children: ComponentChildren }): JSX.Element {
  const isCurrent = JSON.stringify(selection.value) === JSON.stringify(selects)
  return (
    <button
      type="button"
      class="item-button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => select(selects)}
    >
      {children}
    </button>
  )
}

function OtherViews(): JSX.Element {
  return (
    <nav class="other-views" aria-label="More">
      <ItemButton selects={{ kind: 'changes' }}>Listen</ItemButton>
      {currentRealm() && <ItemButton selects={{ kind: 'faults' }}>Break it</ItemButton>}
      <ItemButton selects={{ kind: 'history' }}>
        History <span class="count">{history.value.length}</span>
      </ItemButton>
      <ItemButton selects={{ kind: 'self-test' }}>Self-test</ItemButton>
    </nav>
  )
}
