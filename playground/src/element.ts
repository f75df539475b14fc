/** Makes elements. Text becomes text nodes and nothing else, since most of it comes from a server nobody vouches for. */

/** Without the properties that would take text for markup. */
type Properties<T> = Partial<Omit<T, 'innerHTML' | 'outerHTML' | 'srcdoc'>>

export type Child = Node | string | undefined

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** An element of index.html. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no element #${id}`)
  return found as T
}
