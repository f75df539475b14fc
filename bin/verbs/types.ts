/** `types <url>`: writes the types of a server into a file, or checks that a file is still true. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Client } from '../../src/core/index.ts'
import { generateTypes, readLists } from '../../src/typegen/index.ts'
import { cleanJson } from '../command/clean.ts'
import { CommandError, EXIT, UsageError } from '../command/errors.ts'
import { jsonOption, textOf, type Verb } from '../command/verb.ts'
import { withClient } from '../connection/connect.ts'
import { connectionOptions } from '../connection/options.ts'
import { diffLines } from '../reports/diff-lines.ts'
import { onlyUrl } from './only-url.ts'

/** In the first line of the files. */
const COMMAND = 'Written by: npx mcp-over-fetch'

export interface TypesRequest {
  /** Only its origin and path are written. */
  url: string | URL
  /** The file; without it the types are printed. */
  out?: string | undefined
  check?: boolean | undefined
  /** The name of the interface. @default that in the file to check, else that of the server */
  name?: string | undefined
  /** Prints JSON. */
  json?: boolean | undefined
}

export const verb: Verb = {
  usage: '<url>',
  about:
    'Writes the types of a server: an interface for connect<Docs>(url), and the digests of its tools for watchDrift().\n' +
    'With --check it writes nothing, prints what differs, and exits with 1 if the file is out of date.',
  options: {
    out: { type: 'text', short: 'o', value: '<file>', about: 'The file to write' },
    check: { type: 'flag', about: 'Compare the file with the server' },
    name: { type: 'text', value: '<name>', about: 'The name of the interface; --check takes it from the file' },
    ...jsonOption,
    ...connectionOptions,
  },
  examples: [
    'types https://tools.example.com/mcp -o src/docs.ts --name Docs',
    'types https://tools.example.com/mcp -o src/docs.ts --check',
  ],
  async run(invocation) {
    const url = onlyUrl(invocation)
    const { values, output } = invocation
    const request = {
      url,
      out: textOf(values, 'out'),
      check: values.check === true,
      name: textOf(values, 'name'),
      json: values.json === true,
    }
    checkRequest(request)
    return withClient(invocation, (client) => runTypes(client, request, (text) => output.print(text)))
  },
}

/** Returns the exit code. */
export async function runTypes(client: Client, request: TypesRequest, print: (text: string) => void): Promise<number> {
  checkRequest(request)
  const { url, out, check, json } = request
  const say = (text: string, value: object) => print(json ? cleanJson(value) : text)
  // Formatters and Git may change how lines end.
  const known = check ? (await readKnown(out!)).replaceAll('\r\n', '\n') : ''
  const given = request.name ?? nameIn(known)
  const name = given ?? client.server.info?.name
  const { origin, pathname } = new URL(url)
  const header = `${COMMAND} types ${origin}${pathname}${given === undefined ? '' : ` --name ${inShell(given)}`}`
  const text = await generateTypes(await readLists(client), { header, ...(name !== undefined && { name }) })
  if (out === undefined) {
    say(text.trimEnd(), { types: text })
    return EXIT.ok
  }
  if (!check) {
    await writeFile(out, text)
    say(`${out}: written`, { file: out })
    return EXIT.ok
  }
  const lines = diffLines(known.split('\n'), text.split('\n'))
  const isUpToDate = lines.length === 0
  const verdict = isUpToDate ? `${out} is up to date` : [`${out} is out of date:`, ...lines].join('\n')
  say(verdict, { file: out, isUpToDate, ...(!isUpToDate && { diff: lines }) })
  return lines.length > 0 ? EXIT.failed : EXIT.ok
}

const inShell = (name: string) => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name))

/** The name in the command that wrote the file. */
function nameIn(file: string): string | undefined {
  const [header = ''] = file.split('\n', 1)
  const [, plain, quoted] = (header.includes(COMMAND) && / --name (?:([\w.-]+)|("(?:[^"\\]|\\.)*"))/.exec(header)) || []
  try {
    return plain ?? (quoted && (JSON.parse(quoted) as string))
  } catch {
    return undefined
  }
}

function checkRequest({ out, check }: TypesRequest): void {
  if (check && out === undefined) throw new UsageError('types: --check needs the file: pass it with -o')
}

async function readKnown(out: string): Promise<string> {
  try {
    return await readFile(out, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CommandError(`types: there is no file ${out} to check. Write it first, without --check`)
  }
}
