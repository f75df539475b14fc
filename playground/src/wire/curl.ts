/** A request as a curl command, with shell variables in place of redacted headers. */
import type { Lane } from './rows.ts'

export function toCurl({ method, url, headers, recorded }: Lane): string {
  const parts = [`curl -N -X ${method} ${quote(url)}`]
  for (const [name, value] of Object.entries(headers)) {
    if (value !== '[redacted]') parts.push(`-H ${quote(`${name}: ${value}`)}`)
    // In double quotes, so that the shell expands the variable.
    else parts.push(`-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`)
  }
  if (recorded?.request !== undefined) parts.push(`--data-raw ${quote(recorded.request)}`)
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
