/** The proxy page that whoever serves this page may serve beside it, on another origin. */
import { isObject } from '../../../src/core/util/is-object.ts'

let found: Promise<string | undefined> | undefined

/** Its address, with `{hash}` for that of the server. Undefined where there is none, as on static hosting. */
export function findProxy(): Promise<string | undefined> {
  found ??= read()
  return found
}

async function read(): Promise<string | undefined> {
  const response = await fetch('./apps.json', { credentials: 'omit' }).catch(() => undefined)
  const described = response?.ok ? await response.json().catch(() => undefined) : undefined
  return isObject(described) && typeof described.proxy === 'string' ? described.proxy : undefined
}
