/** Names that every model API takes, each made of one text alone: other tools never change it. */
import { sha256Text } from '../shared/sha256-text.ts'

/** What OpenAI documents for the names of functions; Anthropic takes these too. */
const TOOL_NAME = /^[\w-]{1,64}$/

/** How a name ends that was made here. A text that happens to end so gets a hash too, and no two texts share a name. */
const HASHED = /_[0-9a-z]{14}$/

/** The text itself if `allowed` fits, else its beginning in letters, digits and `_`, with a hash of the whole. */
export function safeName(text: string, allowed: RegExp = TOOL_NAME): string {
  return allowed.test(text) && !HASHED.test(text) ? text : hashedName(text)
}

/** At most 64 characters. `attempt` gives another name, should two texts have the same hash. */
export function hashedName(text: string, attempt = 0): string {
  const hash = sha256Text(`${attempt} ${text}`).toString(36).slice(-14)
  return `${text.replace(/\W+/g, '_').slice(0, 49)}_${hash.padStart(14, '0')}`
}
