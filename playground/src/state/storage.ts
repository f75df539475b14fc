/** Small things a page remembers: across visits what is harmless, in the tab what is not. */

type Where = 'local' | 'tab'

const storages = { local: () => localStorage, tab: () => sessionStorage }

/** Undefined also where the browser keeps nothing. */
export function readStored(where: Where, key: string): unknown {
  try {
    return JSON.parse(storages[where]().getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function store(where: Where, key: string, value: unknown): void {
  try {
    if (value === undefined) storages[where]().removeItem(key)
    else storages[where]().setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: then it is not remembered.
  }
}
