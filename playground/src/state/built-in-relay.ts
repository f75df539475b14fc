/** The relay of the process that serves this page: the command names it in the link that it opens. */
import { readStored, writeStored } from './storage.ts'

const KEY = 'built-in relay'

/** Empty where the page comes from elsewhere. It survives a reload, since the address then no longer has it. */
export const builtInRelay: string = find()

function find(): string {
  const named = new URLSearchParams(location.hash.slice(1)).get('relay') ?? ''
  if (isOwn(named)) writeStored('tab', KEY, named)
  const stored = readStored('tab', KEY)
  return typeof stored === 'string' && isOwn(stored) ? stored : ''
}

/** Another origin is not the process that serves this page, whoever wrote the link. */
function isOwn(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === location.origin
}
