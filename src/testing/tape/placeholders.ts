/** Names for values that must not be on a tape, or that differ by nature: the same value has the same name everywhere. */

/** A name has only characters that are the same in headers, URLs, forms and JSON. */
export const PLACEHOLDER: RegExp = /__[a-z0-9-]+_\d+__/g

/** Shorter values are no keys, but words that any text may have: they are replaced only where they were found. */
const MIN_KEY_LENGTH = 8

/** Protocol and API versions are dates. */
const DATE = /^\d{4}-\d\d-\d\d$/

export interface Placeholders {
  /** The name of a secret, which from now on is replaced in every text. */
  secret(kind: string, value: string): string
  /** The name of an id that the client made up. */
  id(value: unknown): string
  /** The name of an id, or the value itself if it is none of the client's. */
  knownId(value: unknown): unknown
  /** The text without the secrets that are known so far. */
  hide(text: string): string
}

export function createPlaceholders(): Placeholders {
  const counts = new Map<string, number>()
  const secrets = new Map<string, string>()
  const ids = new Map<string, string>()
  const variants = new Map<string, string>()
  let pattern = PLACEHOLDER

  return {
    secret(kind, value) {
      if (value === '') return value
      const isKey = value.length >= MIN_KEY_LENGTH && !DATE.test(value)
      const known = isKey ? value : `${kind} ${value}`
      let name = secrets.get(known)
      if (name !== undefined) return name
      name = nextName(kind)
      secrets.set(known, name)
      if (isKey) remember(value, name)
      return name
    },
    id(value) {
      const name = ids.get(`${value}`) ?? nextName('id')
      ids.set(`${value}`, name)
      return name
    },
    knownId: (value) => ids.get(`${value}`) ?? value,
    hide: (text) => text.replaceAll(pattern, (found) => variants.get(found) ?? found),
  }

  function nextName(kind: string): string {
    const word = kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const count = (counts.get(word) ?? 0) + 1
    counts.set(word, count)
    return `__${word}_${count}__`
  }

  /** As it is, as JSON has it, and as a URL or a form has it. The longest goes first: a secret may contain another. */
  function remember(value: string, name: string): void {
    const form = new URLSearchParams({ value }).toString().slice('value='.length)
    for (const variant of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), form]) {
      variants.set(variant, name)
    }
    const longestFirst = [...variants.keys()].sort((one, other) => other.length - one.length)
    // Names come first, so that a secret that is a word of a name does not change it.
    pattern = new RegExp([PLACEHOLDER.source, ...longestFirst.map(escapePattern)].join('|'), 'g')
  }
}

/** The values that the names of a tape stand for while it is replayed. */
export type Bindings = Map<string, unknown>

/** Puts the values in the place of their names. A name that nobody has given a value stands for itself from now on. */
export function fillIn<T>(value: T, bindings: Bindings): T {
  if (typeof value === 'string') return fillInText(value, bindings) as T
  if (Array.isArray(value)) return value.map((one) => fillIn(one, bindings)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillIn(one, bindings)])) as T
}

function fillInText(text: string, bindings: Bindings): unknown {
  const whole = bindings.get(text)
  if (whole !== undefined) return whole
  return text.replaceAll(PLACEHOLDER, (name, offset: number) => {
    if (!bindings.has(name)) bindings.set(name, name)
    const value = `${bindings.get(name)}`
    return /[?&][^=&\s]*=$/.test(text.slice(0, offset)) ? encodeURIComponent(value) : value
  })
}

/** Whether a value has the names of ids that no request has brought yet. */
export function hasUnknownId(value: unknown, bindings: Bindings): boolean {
  return (JSON.stringify(value)?.match(/__id_\d+__/g) ?? []).some((name) => !bindings.has(name))
}

/** Whether the actual text is the expected one with values for its names; binds those that have none yet. */
export function fits(
  expected: string,
  actual: unknown,
  bindings: Bindings,
  decode = (text: string): string => text,
): boolean {
  const names = expected.match(PLACEHOLDER) ?? []
  if (names.length === 0) return expected === actual
  if (names[0] === expected) return bind(expected, actual, bindings)
  if (typeof actual !== 'string') return false
  const pattern = expected.split(PLACEHOLDER).map(escapePattern).join('(.+?)')
  const captured = new RegExp(`^${pattern}$`, 's').exec(actual)?.slice(1)
  return captured?.every((text, index) => bind(names[index]!, decode(text), bindings)) ?? false
}

function bind(name: string, value: unknown, bindings: Bindings): boolean {
  if (!bindings.has(name)) bindings.set(name, value)
  return bindings.get(name) === value
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
