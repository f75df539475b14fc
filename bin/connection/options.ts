/** The options of every verb that connects to a server, and the headers that they stand for. */
import { UsageError } from '../command/errors.ts'
import type { Output } from '../command/output.ts'
import { listOf, type Options, textOf, type Values } from '../command/verb.ts'

export const headerOptions: Options = {
  header: {
    type: 'list',
    value: '<name: value>',
    about: 'Send this header with every request; may be repeated. @file reads one per line',
  },
  token: { type: 'text', value: '<token>', about: 'Send this bearer token; @file reads it from a file' },
}

export const connectionOptions: Options = {
  ...headerOptions,
  protocol: { type: 'text', value: '<version>', about: 'Negotiate only this protocol version, such as 2025-11-25' },
  transport: { type: 'text', value: '<name>', about: 'auto, streamable-http or sse' },
  timeout: { type: 'text', value: '<seconds>', about: 'Seconds without a message from the server (default: 60)' },
}

/** Their values are hidden from here on. */
export async function readHeaders(values: Values, output: Output): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const text of await readHeaderLines(listOf(values, 'header'))) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? []
    // The text itself may be a secret.
    if (name === undefined || value === undefined)
      throw new UsageError('--header: expected a name, a colon and a value, such as "x-api-key: secret"')
    try {
      new Headers([[name, value]])
    } catch {
      throw new UsageError('--header: this name or value is not allowed in HTTP')
    }
    headers[name.toLowerCase()] = value
    output.hide(value)
  }
  const token = await readToken(textOf(values, 'token'))
  if (token !== undefined) {
    output.hide(token)
    headers.authorization = `Bearer ${token}`
  }
  return headers
}

/** No header begins with the mark of a file. */
async function readHeaderLines(given: readonly string[]): Promise<string[]> {
  const read = async (text: string) => {
    if (!text.startsWith('@')) return [text]
    return (await readSecretFile('--header', text.slice(1))).split(/\r?\n/).filter((line) => line.trim() !== '')
  }
  return (await Promise.all(given.map(read))).flat()
}

async function readToken(given: string | undefined): Promise<string | undefined> {
  return given?.startsWith('@') ? (await readSecretFile('--token', given.slice(1))).trim() : given
}

async function readSecretFile(option: string, path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${option}: the file cannot be read`)
  })
}
