/** `npm run release -- 1.2.3 [--dry-run]`: changes the version everywhere, dates the changelog, commits, tags and pushes. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planRelease } from './plan.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
})
const root = process.cwd()
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

try {
  const [version = ''] = positionals
  const { changes, commands } = planRelease(root, version, new Date().toISOString().slice(0, 10))
  const stops = whatStops(version)
  if (stops.length > 0 && !values['dry-run']) throw new Error(stops.join('\n'))
  for (const reason of stops) console.log(`would stop: ${reason}`)
  for (const { file, before, after } of changes) {
    for (const [old, changed] of changedLines(before, after)) console.log(`${file}\n  - ${old}\n  + ${changed}`)
    if (!values['dry-run']) writeFileSync(join(root, file), after)
  }
  for (const [command, ...args] of commands) {
    console.log([command, ...args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg))].join(' '))
    if (!values['dry-run']) execFileSync(command!, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  console.log(
    values['dry-run'] ? 'Nothing was changed.' : `The workflow of the tag v${version} tests and publishes it.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function whatStops(version: string): string[] {
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: string }
  return [
    ...(repository ? [] : ['package.json has no "repository": add it as "owner/name" on GitHub']),
    ...(git('status', '--porcelain') === '' ? [] : ['the working tree has changes that are not committed']),
    ...(branch === 'main' ? [] : [`the branch is ${branch}, not main`]),
    ...(git('tag', '--list', `v${version}`) === '' ? [] : [`there is a tag v${version} already`]),
  ]
}

/** Releases change lines and add none. */
function changedLines(before: string, after: string): [string, string][] {
  const changed = after.split('\n')
  return before.split('\n').flatMap((line, index) => {
    const other = changed[index] ?? ''
    return line === other ? [] : [[line.trim(), other.trim()] as [string, string]]
  })
}
