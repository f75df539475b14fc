/** The secrets of a request to an authorization server: its credentials, and members of the form that it posts. */
import type { Secrets } from '../../core/util/secrets.ts'

export function addSent(secrets: Secrets, headers: Record<string, string> = {}, body = ''): void {
  for (const name in headers) secrets.addNamed(headers[name]!, name)
  for (const [name, value] of new URLSearchParams(body)) {
    if (/^code|(token|secret|assertion)$/.test(name)) secrets.add(value)
  }
}
