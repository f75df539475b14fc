/** What a release changes: the files with the version in them, the changelog, a commit and a tag. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FileChange {
  /** Relative to the repository. */
  file: string
  before: string
  after: string
}

export interface ReleasePlan {
  changes: FileChange[]
  /** Run one after the other, each in the repository. */
  commands: (readonly string[])[]
}

/** The version without its last number, by which examples name it. */
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.')

/** Every place that has the version of the package, as a pattern with the text before it and after it. */
const places: Readonly<Record<string, RegExp>> = {
  'package.json': /^( {2}"version": ")([^"]+)(",)$/m,
  'jsr.json': /^( {2}"version": ")([^"]+)(",)$/m,
  'package-lock.json': /("name": "mcp-over-fetch",\s+"version": ")([^"]+)(",)/g,
  'src/core/resolve-options.ts': /(name: 'mcp-over-fetch', version: ')([^']+)(')/,
  'src/apps/open-app.ts': /(name: 'mcp-over-fetch', version: ')([^']+)(')/,
  'README.md': /(mcp-over-fetch@)([^/]+)(\/bundle\.js)/g,
  'action.yml': /(default: mcp-over-fetch@)(\S+)($)/m,
  'docs/cli.md': /(\/mcp-over-fetch@v)(\S+)($)/m,
  'examples/html/index.html': /(mcp-over-fetch@)(\d+\.\d+)(\/)/g,
  'examples/deno/deno.json': /(npm:mcp-over-fetch@\^)(\d+\.\d+)(\.0")/,
}

/** How the playground and the command name themselves to servers, wherever in their sources. */
const named = /(name: 'mcp-over-fetch(?: \w+)?', version: ')([^']+)(')/g

/** The files that have the version in them, each with the pattern for it. */
export function versionedFiles(root: string): Record<string, RegExp> {
  const sources = ['playground/src', 'bin'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file))
      .filter((file) => readFileSync(join(root, file), 'utf8').search(named) !== -1),
  )
  return { ...places, ...Object.fromEntries(sources.sort().map((file) => [file, named])) }
}

/** The section of the changelog that the next release is made of. */
const unreleased = /^## (?:(\d\S*) \(unreleased\)|Unreleased)\n+(?=- )/m

/** Throws what stops the release. `date` is a day, such as 2026-11-18. */
export function planRelease(root: string, version: string, date: string): ReleasePlan {
  if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)) throw new Error(`"${version}" is no version such as 1.2.3`)
  const changes = Object.entries(versionedFiles(root)).map(([file, place]) => {
    const before = readFileSync(join(root, file), 'utf8')
    if (before.search(place) === -1) throw new Error(`${file} has no version where it should be`)
    const named = file.startsWith('examples/') ? minorOf(version) : version
    return { file, before, after: before.replace(place, `$1${named}$3`) }
  })
  const current = (JSON.parse(changes[0]!.before) as { version: string }).version
  if (compare(version, current) < 0) throw new Error(`${version} is older than ${current}, the version in package.json`)
  changes.push(datedChangelog(root, version, date))
  const message = `chore: release ${version}`
  return {
    changes: changes.filter(({ before, after }) => before !== after),
    commands: [
      ['git', 'commit', '--all', '--message', message],
      ['git', 'tag', '--annotate', `v${version}`, '--message', version],
      ['git', 'push', '--follow-tags', 'origin', 'HEAD'],
    ],
  }
}

function datedChangelog(root: string, version: string, date: string): FileChange {
  const file = 'CHANGELOG.md'
  const before = readFileSync(join(root, file), 'utf8')
  const [heading, announced = version] = unreleased.exec(before) ?? []
  if (heading === undefined) throw new Error(`${file} has no unreleased section with changes in it`)
  if (announced !== version) throw new Error(`${file} announces ${announced}, not ${version}`)
  return { file, before, after: before.replace(heading, `## ${version} (${date})\n\n`) }
}

/** By the numbers; a version without a suffix is newer than those with one. */
function compare(one: string, two: string): number {
  const [a, b] = [one, two].map((text) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10)))
  for (const index of [0, 1, 2]) {
    if (a![index] !== b![index]) return a![index]! - b![index]!
  }
  return Number(!one.includes('-')) - Number(!two.includes('-'))
}
