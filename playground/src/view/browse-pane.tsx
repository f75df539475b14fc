/** The browse pane: the server, its tools, resources and prompts, and the other views of the page. */
import { useSignal } from '@preact/signals'
import { isMcpError, type Prompt, type Tool } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { catalog, type List, loadList, reloadLists } from '../state/catalog.ts'
import { currentRealm } from '../state/mock.ts'
import { type Selection, select, selection } from '../state/selection.ts'
import { session } from '../state/session.ts'
import { changeOf } from '../state/watched.ts'
import { moveInList } from '../ui/focus.ts'
import { nonEmptyString } from '../ui/json.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Text } from '../ui/text.tsx'
import { corsHeadline, isCorsError } from './cors-help.tsx'
import { ErrorDetails } from './error-details.tsx'
import { IconOffer } from './icon-offer.tsx'
import { McpIcon } from './mcp-icon.tsx'
import { ServerCard } from './server-card.tsx'

/** Further ones are found by the search. */
const MAX_ITEMS = 1_000
/** Items that are drawn at once. */
const STEP = 100

type Tab = 'tools' | 'resources' | 'prompts'

interface Item {
  key: string
  name: string
  description: string | undefined
  selects: Selection
  icons?: unknown
  tag?: string
  /** What the last reload did to it, or that a watched resource is newer than what was read. */
  mark?: keyof typeof marks | undefined
}

const marks = { new: 'new', changed: 'changed', stale: 'changed' }

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
      <IconOffer />
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
          placeholder={`Search ${items.length >= SHORT ? `${items.length.toLocaleString('en')} ` : ''}${tab.value}  /`}
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
      <Items
        key={tab.value}
        of={found}
        label={titles[tab.value]}
        nothing={search.value ? 'Nothing matches.' : 'None.'}
      />
      <OtherViews />
    </section>
  )
}

function Items({ of: items, label, nothing }: { of: readonly Item[]; label: string; nothing: string }): JSX.Element {
  const current = items.findIndex(({ selects }) => isSelected(selects))
  const shown = useGrowingCount(Math.min(items.length, MAX_ITEMS))
  return (
    <ul class="items" aria-label={label} onKeyDown={moveInList}>
      {items.slice(0, shown).map((item, index) => (
        <li key={item.key}>
          <ItemButton selects={item.selects} isTabStop={current < 0 ? index === 0 : index === current}>
            <span class="item-name">
              <McpIcon of={item.icons} />
              <code>
                <Text of={item.name} maxLength={200} />
              </code>
              {item.tag && <span class="tag">{item.tag}</span>}
              {item.mark && <span class={`tag ${item.mark === 'stale' ? 'warn' : 'good'}`}>{marks[item.mark]}</span>}
            </span>
            {item.description && (
              <span class="item-description">
                <Text of={item.description} maxLength={300} />
              </span>
            )}
          </ItemButton>
        </li>
      ))}
      {items.length > MAX_ITEMS && <li class="muted nothing">{items.length - MAX_ITEMS} more. Search to see them.</li>}
      {items.length === 0 && <li class="muted nothing">{nothing}</li>}
    </ul>
  )
}

/** Long lists are drawn in steps, one for each frame, so that the page answers in between. */
function useGrowingCount(count: number): number {
  const shown = useSignal(STEP)
  useEffect(() => {
    if (shown.value >= count) return
    const frame = requestAnimationFrame(() => {
      shown.value += STEP
    })
    return () => cancelAnimationFrame(frame)
  }, [shown.value, count])
  return Math.min(shown.value, count)
}

function TabTitle({ tab }: { tab: Tab }): JSX.Element {
  return (
    <>
      {titles[tab]} <span class="count">{shortCount(countOf(tab))}</span>
    </>
  )
}

function countOf(tab: Tab): number {
  const { tools, resources, templates, prompts } = catalog
  if (tab === 'resources') return resources.value.items.length + templates.value.items.length
  return (tab === 'tools' ? tools : prompts).value.items.length
}

/** From here on the tabs have no room for all digits; the field for the search says them. */
const SHORT = 1_000

const shortCount = (count: number) => (count < SHORT ? count : `${Math.floor(count / 100) / 10}k`)

const titles = { tools: 'Tools', resources: 'Resources', prompts: 'Prompts' } as const

function toItem(item: Tool | Prompt, selects: Selection, mark: Item['mark']): Item {
  const { name, title, description, icons } = item
  return { key: name, mark, name, icons, description: nonEmptyString(description) ?? nonEmptyString(title), selects }
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
    ({ uri, name, title, description, icons }): Item => ({
      key: uri,
      icons,
      name: nonEmptyString(title) ?? name,
      description: nonEmptyString(description) ?? uri,
      selects: { kind: 'resource', uri },
      mark: changeOf(uri)?.isStale ? 'stale' : markOf('resources', uri),
    }),
  )
  const templates = catalog.templates.value.items.map(
    ({ uriTemplate, name, title, description, icons }): Item => ({
      key: `template ${uriTemplate}`,
      icons,
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
      <ListFailure error={catalog[failed[0]!].value.error} />
      <button type="button" class="small" onClick={() => failed.map((name) => loadList(name))}>
        Try again
      </button>
    </div>
  )
}

/** Help with CORS needs more room: it is in the view of the server. */
function ListFailure({ error }: { error: unknown }): JSX.Element {
  if (!isMcpError(error) || !isCorsError(error)) return <ErrorDetails error={error} />
  return (
    <p>
      {corsHeadline(error)}.{' '}
      <button type="button" class="small" onClick={() => select({ kind: 'server' })}>
        Show the fix
      </button>
    </p>
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
      {currentRealm() && <ItemButton selects={{ kind: 'faults' }}>Faults</ItemButton>}
      {session.value?.target.auth === 'oauth' && <ItemButton selects={{ kind: 'sign-in' }}>Sign-in</ItemButton>}
      <ItemButton selects={{ kind: 'model' }}>Simulate a model</ItemButton>
    </nav>
  )
}
