/** The lists of the shown server. */
import { type ChosenSignal, ofChosen } from './of-chosen.ts'
import type { CacheMode, List, ListName, Lists } from './server/catalog.ts'
import { chosen } from './servers.ts'

export type { List }

export const catalog: { [K in ListName]: ChosenSignal<Lists[K]['value']> } = {
  tools: ofChosen(({ catalog: { lists } }) => lists.tools),
  resources: ofChosen(({ catalog: { lists } }) => lists.resources),
  templates: ofChosen(({ catalog: { lists } }) => lists.templates),
  prompts: ofChosen(({ catalog: { lists } }) => lists.prompts),
}

export function loadList(name: ListName, cacheMode?: CacheMode): Promise<void> {
  return chosen.value.catalog.loadList(name, cacheMode)
}

export function reloadLists(): void {
  chosen.value.catalog.reloadLists()
}
