/** A request as a curl command: with its secrets, so that it runs, or with shell variables in their place. */
import type { Lane } from './rows.ts'
import { HIDDEN, headersOf } from './secrets.ts'

export function toCurl(lane: Lane, { secrets }: { secrets: boolean }): string {
  const { method, url, recorded } = lane
  const parts = [`curl -N -X ${method} ${quote(secrets ? (recorded?.url ?? url) : url)}`]
  for (const [name, value] of Object.entries(headersOf(lane, secrets).request)) {
    if (value !== HIDDEN) parts.push(`-H ${quote(`${name}: ${value}`)}`)
    // In double quotes, so that the shell expands the variable.
    else parts.push(`-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`)
  }
  if (recorded?.request !== undefined) parts.push(`--data-raw ${quote(recorded.request)}`)
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
