/** The GitHub Action: its script, run with the inputs as a runner passes them. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { program, startProgram, userNode } from '../support/command.ts'
import { root } from '../support/paths.ts'

const action = await readFile(join(root, 'action.yml'), 'utf8')
const inputs = [...action.matchAll(/^ {8}(INPUT_\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)].map(([, name, input]) => ({
  name: name!,
  input: input!,
}))
const scripts = [...action.matchAll(/^ {6}run: \|\n((?: {8}.*\n?)+)/gm)].map(([, text]) =>
  text!.replaceAll(/^ {8}/gm, ''),
)
const [nodeScript, script] = scripts as [string, string]

let folder: string
let mock: ReturnType<typeof startProgram>
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-action-'))
  // In the place of npx, which would install the published package.
  const npx = join(folder, 'npx')
  await writeFile(npx, `#!/bin/sh\necho "$@" >> '${folder}/used'\nshift 4\nexec '${userNode}' '${program}' "$@"\n`)
  await chmod(npx, 0o755)
  mock = startProgram(['mock'])
  url = (await mock.until(/http:\S+\/mcp/))[0]
})
afterAll(async () => {
  await mock.stop()
  await rm(folder, { recursive: true, force: true })
})

function run(values: Record<string, string>) {
  const none = { token: '', headers: '', origin: '', only: '', junit: '', sarif: '' }
  const defaults = { ...none, 'fail-on': 'problem', idle: '0', package: `mcp-over-fetch@${manifest.version}` }
  const env = Object.fromEntries(inputs.map(({ name, input }) => [name, { ...defaults, ...values }[input] ?? '']))
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...env, PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder },
    encoding: 'utf8',
  })
}

describe('the GitHub Action', () => {
  test('passes every input as a variable, and runs the version of this package', async () => {
    const declared = [...action.slice(0, action.indexOf('runs:')).matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name)
    expect(inputs.map(({ input }) => input).sort()).toEqual(declared.sort())
    expect(script).not.toContain('${{')
    expect(action).toContain(`    default: mcp-over-fetch@${manifest.version}\n`)
    expect(script).toContain('npx --yes --package "$INPUT_PACKAGE" mcp-over-fetch ')
  })

  test('examines the server, writes both reports, and fails as it is told', async () => {
    const { status, stdout, stderr } = run({ url, junit: 'a b.xml', sarif: 'report.sarif' })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/\/mcp: \d+ good, 0 problems, 1 warning/)
    const junit = await readFile(join(folder, 'a b.xml'), 'utf8')
    expect(junit).toMatch(/^<\?xml[^>]*>\n<testsuites [^>]*tests="65" failures="0"/)
    const sarif = JSON.parse(await readFile(join(folder, 'report.sarif'), 'utf8')) as {
      runs: { results: { ruleId: string; level: string }[] }[]
    }
    expect(sarif.runs[0]!.results).toMatchObject([{ ruleId: 'origin', level: 'warning' }])
    expect(run({ url, 'fail-on': 'warning' }).status).toBe(1)
  })

  test('treats inputs as text, and shows no token', async () => {
    const { status, stdout, stderr } = run({
      url,
      token: 'sk-live-0123456789',
      headers: `x-key: sk-live-9876543210\nx-one: $(touch ${folder}/hacked)\nx-two: "; touch ${folder}/hacked; "`,
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('sk-live')
    expect(await readFile(join(folder, 'used'), 'utf8')).not.toContain('sk-live')
    await expect(readFile(join(folder, 'hacked'))).rejects.toThrow()
  })

  test('runs the checks that are named', () => {
    const { status, stdout } = run({ url, only: 'ping\n\ncors-headers\n' })
    expect([status, stdout]).toEqual([0, expect.stringContaining('/mcp: 2 good, 0 problems')])
    expect(run({ url, only: 'pong' }).status).toBe(2)
  })

  test('installs Node only where it is missing or too old', async () => {
    const answer = async (path: string) => {
      const outputs = join(folder, 'outputs')
      await writeFile(outputs, '')
      const env = { PATH: path, GITHUB_OUTPUT: outputs }
      spawnSync('/bin/bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', nodeScript], { env, stdio: 'ignore' })
      return readFile(outputs, 'utf8')
    }
    expect(await answer(dirname(userNode))).toBe('missing=false\n')
    expect(await answer(join(folder, 'none'))).toBe('missing=true\n')
    expect(action).toMatch(/- if: steps\.node\.outputs\.missing == 'true'\n {6}uses: actions\/setup-node@/)
  })
})
