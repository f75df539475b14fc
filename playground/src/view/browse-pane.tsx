/** The browse pane: the server, its tools, resources and prompts, and the other views of the page. */
import { useSignal } from '@preact/signals'
import type { Prompt, Tool } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import { history } from '../state/calls.ts'
import { catalog, type List, loadList, reloadLists } from '../state/catalog.ts'
import { currentRealm } from '../state/mock.ts'
import { type Selection, select, selection } from '../state/selection.ts'
import { moveInList } from '../ui/focus.ts'
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
  /** What the last reload did to it. */
  mark?: 'new' | 'changed' | undefined
}

export function BrowsePane(): JSX.Element {
  const tab = useSignal<Tab>('tools')
  const search = useSignal('')
  const items = itemsOf(tab.value)
  const found = items.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(search.value.trim().toLowerCase()),
  )
  const current = found.findIndex(({ selects }) => isSelected(selects))
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
      <div class="row search-row">
        <input
          type="search"
          class="search"
          placeholder={`Search ${tab.value}  /`}
          aria-label={`Search ${tab.value}`}
          value={search.value}
          onInput={({ currentTarget }) => (search.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            document.querySelector<HTMLElement>('.items .item-button')?.focus()
          }}
        />
        <button
          type="button"
          class="quiet icon"
          aria-label="Reload the lists"
          title="Reload the lists"
          onClick={reloadLists}
        >
          ↻
        </button>
      </div>
      <Gone tab={tab.value} />
      <ListStatus tab={tab.value} />
      <ul class="items" aria-label={titles[tab.value]} onKeyDown={moveInList}>
        {found.slice(0, 1_000).map((item, index) => (
          <li key={item.key}>
            <ItemButton selects={item.selects} isTabStop={current < 0 ? index === 0 : index === current}>
              <code>
                <Text of={item.name} maxLength={200} />
              </code>
              {item.tag && <span class="tag">{item.tag}</span>}
              {item.mark && <span class="tag good">{item.mark}</span>}
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

function toItem({ name, title, description }: Tool | Prompt, selects: Selection, mark: Item['mark']): Item {
  return { key: name, mark, name, description: nonEmptyString(description) ?? nonEmptyString(title), selects }
}

function itemsOf(tab: Tab): Item[] {
  if (tab === 'tools') {
    return catalog.tools.value.items.map((tool) =>
      toItem(tool, { kind: 'tool', name: tool.name }, markOf('tools', tool.name)),
    )
  }
  if (tab === 'prompts') {
    return catalog.prompts.value.items.map((prompt) =>
      toItem(prompt, { kind: 'prompt', name: prompt.name }, markOf('prompts', prompt.name)),
    )
  }
  const resources = catalog.resources.value.items.map(
    ({ uri, name, title, description }): Item => ({
      key: uri,
      name: nonEmptyString(title) ?? name,
      description: nonEmptyString(description) ?? uri,
      selects: { kind: 'resource', uri },
      mark: markOf('resources', uri),
    }),
  )
  const templates = catalog.templates.value.items.map(
    ({ uriTemplate, name, title, description }): Item => ({
      key: `template ${uriTemplate}`,
      name: nonEmptyString(title) ?? name,
      description: nonEmptyString(description) ?? uriTemplate,
      selects: { kind: 'template', uriTemplate },
      tag: 'template',
      mark: markOf('templates', uriTemplate),
    }),
  )
  return [...resources, ...templates]
}

function markOf(list: keyof typeof catalog, key: string): Item['mark'] {
  const { changes } = catalog[list].value
  return changes?.added.has(key) ? 'new' : changes?.changed.has(key) ? 'changed' : undefined
}

/** What the last reload did not find any more. */
function Gone({ tab }: { tab: Tab }): JSX.Element | null {
  const lists = tab === 'resources' ? [catalog.resources, catalog.templates] : [catalog[tab]]
  const gone = lists.flatMap((list) => (list.value as List<unknown>).changes?.gone ?? [])
  if (gone.length === 0) return null
  return (
    <p class="muted gone">
      Gone: <Text of={gone.join(', ')} maxLength={200} />
    </p>
  )
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

interface ItemButtonProps {
  selects: Selection
  /** False: the arrow keys lead there. */
  isTabStop?: boolean
  children: ComponentChildren
}

const isSelected = (selects: Selection) => JSON.stringify(selection.value) === JSON.stringify(selects)

function ItemButton({ selects, isTabStop = true, children }: ItemButtonProps): JSX.Element {
  const isCurrent = isSelected(selects)
  return (
    <button
      type="button"
      class="item-button"
      tabIndex={isTabStop ? 0 : -1}
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
      <ItemButton selects={{ kind: 'changes' }}>Changes</ItemButton>
      {currentRealm() && <ItemButton selects={{ kind: 'faults' }}>Faults</ItemButton>}
      <ItemButton selects={{ kind: 'history' }}>
        History <span class="count">{history.value.length}</span>
      </ItemButton>
      <ItemButton selects={{ kind: 'log' }}>Log</ItemButton>
      <ItemButton selects={{ kind: 'examine' }}>Examine</ItemButton>
      <ItemButton selects={{ kind: 'model' }}>As a model</ItemButton>
      <ItemButton selects={{ kind: 'self-test' }}>Self-test</ItemButton>
    </nav>
  )
}
