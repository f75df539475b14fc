/** Fills the address and the headers of a remote with values. */
import type { Secrets } from '../core/util/secrets.ts'
import type { CardInput, CardRemote } from './card.ts'
import { DiscoverError } from './errors.ts'

/** The values of variables, by name. */
export type CardVariables = Readonly<Record<string, string | number | boolean | undefined>>

/** The whole origin, the whole host, a port, or names below a fixed domain: nothing else before the path may be a variable. */
const SAFE_ADDRESS =
  /^(\{[^{}]+\}|https?:\/\/(\{[^{}]+\}|([^/?#\\:@]*\})?[^{}/?#\\:]*\.[^{}/?#\\:]+|[^{}/?#\\]*)(:\d+|:\{[^{}]+\})?)([/?#]|$)/i

type Encode = (value: string, at: number) => string

/**
 * `own` are headers of the application; with `mayProvide` it adds others to each request. Throws with the names of all values
 * that are missing.
 */
export function fillRemote(
  { url, variables: declared, headers = [] }: CardRemote,
  given: CardVariables,
  secrets: Secrets,
  own: Readonly<Record<string, string>>,
  mayProvide: boolean,
): { url: string; headers: Record<string, string> } {
  // example.com{suffix} could become example.com.evil.example.
  if (url.includes('{') && !SAFE_ADDRESS.test(url)) {
    const message = 'connectCard: a variable in the address of the card could lead to another host'
    throw new DiscoverError(message, { reason: 'url-refused' })
  }
  const missing = new Set<string>()
  const filled = fill(url, declared, missing, (value, at) =>
    // A value cannot leave its place, unless the address begins with it.
    at
      ? encodeURIComponent(value)
          .replace(/^\.{1,2}$/, '')
          .replaceAll('%3A', ':')
      : value,
  )
  const record: Record<string, string> = {}
  for (const header of headers) {
    const name = header.name.toLowerCase()
    if (Object.hasOwn(own, name)) continue
    const lacking = new Set<string>()
    const { value: template = `{${header.name}}` } = header
    const inputs = header.value === undefined ? { [header.name]: header } : { ...declared, ...header.variables }
    const value = fill(template, inputs, lacking)
    if (!lacking.size) record[name] = value
    else if (header.isRequired && !mayProvide) lacking.forEach(missing.add, missing)
    if (header.isSecret) secrets.add(value)
  }
  if (!missing.size) return { url: filled, headers: record }
  const message = `connectCard: the card needs ${[...missing].join(', ')}. Pass the values as "variables"`
  throw new DiscoverError(message, { reason: 'value-missing', missing: [...missing] })

  /** What the card sets wins, since users must not change it. An empty value is none. */
  function fill(
    template: string,
    inputs: Record<string, CardInput> = {},
    lacking: Set<string>,
    encode?: Encode,
  ): string {
    return `${template}`.replace(/\{([^{}\s]+)\}/g, (_, name: string, at: number) => {
      const input = Object.hasOwn(inputs, name) ? inputs[name]! : {}
      const entered = Object.hasOwn(given, name) ? given[name] : undefined
      const value = `${input.value ?? entered ?? input.default ?? ''}`
      if (input.choices && value && !input.choices.includes(value)) {
        const message = `connectCard: ${name} is not one of the choices of the card`
        throw new DiscoverError(message, { reason: 'value-invalid' })
      }
      if (input.isSecret) secrets.add(value)
      const encoded = encode ? encode(value, at) : value
      if (!encoded) lacking.add(name)
      return encoded
    })
  }
}
