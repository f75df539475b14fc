/** Servers without working CORS headers or metadata become good by the lines that `examine --fix` prints, and nothing else. */
import { copyFile, cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Report } from '../../bin/examination/report.ts'
import type { Proof } from '../../bin/reports/proof.ts'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { runProgram } from '../support/command.ts'
import { type Broken, broken, ofDebian } from './broken-servers.ts'
import { peersFolder } from './install.ts'
import { type Launch, type RunningServer, startServer } from './running-server.ts'

/** What headers and a metadata document can mend; everything else must stay as it was. */
const FIXED = /^(cors-.*|challenge|stream-caching)$/

const running = new Set<RunningServer>()
const scratches = new Set<Scratch>()

afterAll(async () => {
  await Promise.all([...running].map(({ stop }) => stop()))
  await Promise.all([...scratches].map(({ dispose }) => dispose()))
})

/** A folder in which the program finds its packages, and the tools that several programs share. */
async function prepare({ peer }: Broken): Promise<string> {
  const scratch = await createScratch()
  scratches.add(scratch)
  const cwd = join(scratch.path, peer)
  await cp(join(peersFolder, peer, 'package.json'), join(cwd, 'package.json'))
  await symlink(join(peersFolder, peer, 'node_modules'), join(cwd, 'node_modules'))
  await symlink(join(peersFolder, peer, 'node_modules'), join(scratch.path, 'node_modules'))
  for (const file of ['sdk-1-tools.mjs', 'official-tools.mjs'])
    await copyFile(join(peersFolder, file), join(scratch.path, file))
  return cwd
}

async function start(launch: Launch): Promise<{ url: string; restart(): Promise<void>; stop(): Promise<void> }> {
  const server = await startServer(launch)
  running.add(server)
  return {
    url: `${server.origin}/mcp`,
    restart: () => server.restart(),
    async stop() {
      running.delete(server)
      await server.stop()
    },
  }
}

type FullReport = Report & { requests: Proof[]; fix?: string }

async function examine(url: string, ...options: string[]): Promise<FullReport> {
  const { out, err } = await runProgram(['examine', url, '--json', '--idle', '0', ...options])
  expect(err).toBe('')
  return JSON.parse(out) as FullReport
}

const idsOf = ({ findings }: FullReport, verdict: string) =>
  findings.filter((finding) => finding.verdict === verdict).map(({ id }) => id)

describe.concurrent.each([...broken, ...ofDebian])('$name', (given) => {
  test.skipIf(given.isMissing)('has no problem after the printed lines were added', async () => {
    const { always = [] } = given
    const cwd = await prepare(given)
    const path = join(import.meta.dirname, given.file)
    const file = basename(given.file)
    const text = await readFile(path, 'utf8')
    await writeFile(join(cwd, file), text)
    const backend = given.backend && (await start(given.backend(cwd)))
    const before = await start(given.launch(cwd, file, backend ? new URL(backend.url).port : ''))
    const first = await examine(before.url, '--fix', given.framework, ...always, ...(given.further ?? []))
    expect([...idsOf(first, 'problem'), ...idsOf(first, 'warning')]).toEqual(expect.arrayContaining(given.bad))
    const lines = first.fix!
    expect(lines).toMatch(/Access-Control-Allow-Origin|CORSMiddleware/)

    // With the same address, which the metadata document names.
    await writeFile(join(cwd, file), given.insert(text, lines))
    await before.restart()
    const second = await examine(before.url, '--fix', given.framework, ...always)
    expect(second.fix).toBeUndefined()
    expect(idsOf(second, 'problem')).toEqual(idsOf(first, 'problem').filter((id) => !FIXED.test(id)))
    const cors = second.findings.filter(({ id }) => FIXED.test(id))
    const verdicts = Object.fromEntries(cors.map(({ id, verdict }) => [id, verdict]))
    for (const id of ['cors-origin', 'cors-headers', 'cors-errors', ...given.bad])
      expect([id, verdicts[id]]).toEqual([id, 'good'])
    expect(Object.values(verdicts)).not.toContain('could not tell')
    await before.stop()
    await backend?.stop()
  })
})
