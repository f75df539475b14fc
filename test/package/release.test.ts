/** `npm run release`: the dry run says what it would do and does nothing; a release changes, commits, tags and pushes. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { manifest, type SourceManifest } from '../../scripts/build/entries.ts'
import { versionedFiles } from '../../scripts/release/plan.ts'
import { installed, root } from '../support/paths.ts'

const files = [...Object.keys(versionedFiles(root)), 'CHANGELOG.md']
const script = join(root, 'scripts/release/run.ts')

describe('a release', () => {
  let scratch: Scratch
  let folder: string
  let count = 0
  beforeAll(async () => {
    scratch = await createScratch()
  })
  afterAll(() => scratch.dispose())

  /** A repository with the files of this one that have a version in them, and one that it is pushed to. */
  beforeEach(() => {
    folder = join(scratch.path, `repository-${count++}`)
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(root, file), join(folder, file))
    }
    setRepository('ada/mcp-over-fetch')
    writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${manifest.version} (unreleased)\n\n- Something.\n`)
    git('init', '--quiet', '--initial-branch=main')
    git('config', 'user.name', 'Somebody')
    git('config', 'user.email', 'somebody@example.com')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'chore: begin')
    git('clone', '--quiet', '--bare', folder, `${folder}.git`)
    git('remote', 'add', 'origin', `${folder}.git`)
  })

  function setRepository(repository: string | undefined): void {
    const own = JSON.parse(read('package.json')) as SourceManifest
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...own, repository }, undefined, 2)}\n`)
  }

  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

  function release(cwd: string, ...args: string[]): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(installed('tsx'), [script, ...args], { cwd, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  const read = (file: string) => readFileSync(join(folder, file), 'utf8')

  test('that is dry says what it would do and changes nothing', () => {
    const state = () => [git('status', '--porcelain'), git('log', '--format=%H'), git('tag'), ...files.map(read)]
    const before = state()
    const { status, output } = release(folder, manifest.version, '--dry-run')
    expect([status, output]).toEqual([0, expect.stringMatching(/Nothing was changed\.\n$/)])
    expect(output).toMatch(/CHANGELOG\.md\n {2}- ## \S+ \(unreleased\)\n {2}\+ ## \S+ \(\d{4}-\d\d-\d\d\)\n/)
    expect(output).toContain(`git commit --all --message 'chore: release ${manifest.version}'\n`)
    expect(output).toContain(`git tag --annotate v${manifest.version} --message ${manifest.version}\n`)
    expect(output).not.toContain('would stop')
    expect(state()).toEqual(before)
  })

  test('finds the version in the manifests, the client, the playground and the examples', () => {
    const places = [
      'package.json',
      'jsr.json',
      'package-lock.json',
      'README.md',
      'src/core',
      'playground/src',
      'examples/html',
    ]
    for (const place of places)
      expect(
        files.some((file) => file.startsWith(place)),
        place,
      ).toBe(true)
  })

  test('is possible from this repository once something has changed', () => {
    const { status, output } = release(root, manifest.version, '--dry-run')
    const isReleased = output.includes('CHANGELOG.md has no unreleased section')
    expect([status, output]).toEqual([isReleased ? 1 : 0, expect.stringContaining('CHANGELOG.md')])
  })

  test('changes the version everywhere, commits, tags and pushes', () => {
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n- Something.\n\n## 0.0.1\n\n- Older.\n',
    )
    git('commit', '--quiet', '--all', '--message', 'docs: a change')
    const { status, output } = release(folder, '7.8.9')
    expect([status, output]).toEqual([0, expect.stringContaining('v7.8.9')])
    expect(git('status', '--porcelain')).toBe('')
    for (const file of files) expect(read(file), file).toContain(file.startsWith('examples/') ? '7.8' : '7.8.9')
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '7.8.9',
      packages: { '': { version: '7.8.9' } },
    })
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## 7\.8\.9 \(\d{4}-\d\d-\d\d\)\n\n- Something\.\n\n## 0\.0\.1\n/,
    )
    const pushed = execFileSync('git', ['log', '--format=%s %D', '-1', 'main'], {
      cwd: `${folder}.git`,
      encoding: 'utf8',
    })
    expect(pushed).toContain('chore: release 7.8.9')
    expect(pushed).toContain('tag: v7.8.9')
  })

  test('stops before it has changed anything when something is wrong', () => {
    for (const [version, reason] of [
      ['one', 'is no version'],
      ['0.0.1', 'is older than'],
      ['9.9.9', 'announces'],
    ] as const) {
      expect(release(folder, version)).toEqual({ status: 1, output: expect.stringContaining(reason) })
    }
    setRepository(undefined)
    git('commit', '--quiet', '--all', '--message', 'chore: no repository')
    expect(release(folder, manifest.version)).toEqual({ status: 1, output: expect.stringContaining('no "repository"') })
    writeFileSync(join(folder, 'new.txt'), 'not committed')
    expect(release(folder, manifest.version)).toEqual({ status: 1, output: expect.stringContaining('not committed') })
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['?? new.txt', ''])
  })
})
