/** From a remote of a server card to a server that the page can connect to. */
import { createSecrets } from '../../../src/core/util/secrets.ts'
import { checkUrl } from '../../../src/discover/check-url.ts'
import { fillRemote } from '../../../src/discover/fill-remote.ts'
import { type CardInput, type CardRemote, DiscoverError } from '../../../src/discover/index.ts'
import { emptyTarget, type Target } from './target.ts'

/** A value that the card asks for. */
export interface CardField {
  name: string
  input: CardInput
  /** There is no connection without it. */
  isRequired: boolean
  /** It becomes part of the address. */
  isInUrl: boolean
}

export type CardValues = Readonly<Record<string, string>>

/** The values that the card leaves open, each name once: those of the address first. */
export function fieldsOf({ url, variables = {}, headers = [] }: CardRemote): CardField[] {
  const fields = new Map<string, CardField>()
  const add = (name: string, inputs: Record<string, CardInput>, isNeeded: boolean, isInUrl: boolean) => {
    const input = Object.hasOwn(inputs, name) ? inputs[name]! : {}
    if (input.value !== undefined || fields.has(name)) return
    fields.set(name, { name, input, isRequired: isNeeded && input.default === undefined, isInUrl })
  }
  for (const name of namesIn(url)) add(name, variables, true, true)
  for (const header of headers) {
    const isNeeded = header.isRequired === true
    if (header.value === undefined) add(header.name, { [header.name]: header }, isNeeded, false)
    else for (const name of namesIn(header.value)) add(name, { ...variables, ...header.variables }, isNeeded, false)
  }
  return [...fields.values()]
}

function namesIn(template: unknown): string[] {
  return [...`${template}`.matchAll(/\{([^{}\s]+)\}/g)].map(([, name]) => name!)
}

/** Throws a sentence for the person if values are missing, or if the card cannot be used. */
export function targetOf(remote: CardRemote, values: CardValues, relay: string): Target {
  try {
    const { url, headers } = fillRemote(remote, values, createSecrets(), {}, false)
    const lines = Object.entries(headers).map(([name, value]) => {
      // A line break would be another header.
      if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new Error(`The value of ${nameOf(remote, name)} is not valid.`)
      return `${name}: ${value}`
    })
    return { ...emptyTarget, url: checkUrl(url, 'The server').href, headers: lines.join('\n'), relay }
  } catch (error) {
    if (!(error instanceof DiscoverError)) throw error
    if (error.missing) throw new Error(`This server needs ${error.missing.join(', ')}.`)
    throw new Error(error.message.replace(/^connectCard: /, ''))
  }
}

function nameOf({ headers = [] }: CardRemote, lowercase: string): string {
  return headers.find(({ name }) => name.toLowerCase() === lowercase)?.name ?? lowercase
}

/** The host that a connection goes to; undefined as long as it depends on a value that is missing. */
export function hostOf({ url, variables }: CardRemote, values: CardValues): string | undefined {
  try {
    const filled = fillRemote(
      { type: 'streamable-http', url, ...(variables && { variables }) },
      values,
      createSecrets(),
      {},
      false,
    )
    return new URL(filled.url).host
  } catch {
    const [, authority] = /^https?:\/\/([^/?#{}@\\]+)(?:[/?#]|$)/i.exec(url) ?? []
    return authority && URL.canParse(`https://${authority}`) ? authority : undefined
  }
}
