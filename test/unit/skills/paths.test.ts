/** Applications write the files of a skill to disk by its paths, so none may lead out of its directory. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { readSkillDirectory, readSkillFile, type Skill } from '../../../src/skills/index.ts'
import { findEntryIssue } from '../../../src/skills/skill.ts'

const ROOT = 'skill://acme/pdf'
const digest = `sha256:${'0'.repeat(64)}`

function skillWith(path: string, members: object = {}): unknown {
  const uris = [`${ROOT}/SKILL.md`, `${ROOT}/${path}`]
  const resources = uris.map((uri) => ({ uri, digest, size: 1, ...members }))
  return { uri: uris[0], frontmatter: { name: 'pdf', description: 'x' }, resources }
}

const hostile = [
  '../../../etc/cron.d/x',
  'a/../../x',
  './x',
  'a//b',
  'a/',
  '..%2f..%2fx',
  '%2e%2e/x',
  '%2E./x',
  '%252e%252e%252fx',
  '..\\x',
  'a\\..\\x',
  'a%5cx',
  'x%00.md',
  'x\u0000.md',
  'x\n.md',
  '.. /x',
  '...',
  '%zz',
  'x?y',
  'x#y',
]

describe('a file of a skill', () => {
  test.each(['forms.md', 'scripts/fill.py', 'a b.md', 'a%20b.md', '.env.example', 'grün.md', 'v1.2/x..y'])(
    'may have the path %j',
    (path) => expect(findEntryIssue(skillWith(path))).toBeUndefined(),
  )

  test.each(hostile)('cannot have the path %j', (path) => {
    expect(findEntryIssue(skillWith(path))).toBe('a resource is not a file of it')
  })

  // A reference may begin with a dot, which resolves inside of the skill.
  const leadingOut = hostile.filter((path) => path !== './x')

  test.each(leadingOut)('cannot be read by the path %j, even if the files are dynamic', async (path) => {
    const skill = { ...(skillWith('x') as Skill), resources: 'dynamic' as const }
    const client = { readResource: () => expect.unreachable() } as unknown as Client
    await expect(readSkillFile(client, skill, path, { dynamic: true })).rejects.toThrow('The skill cannot be read')
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 60])('cannot have the size %d', (size) => {
    expect(findEntryIssue(skillWith('x', { size }))).toBe('a resource is not a file of it')
  })
})

describe('a skill', () => {
  test.each(['', '.', '..', '...', 'a\\b', '%2e%2e', 'a\u0000b', 'a?b'])('cannot have the name %j', (name) => {
    const uri = `skill://acme/${name}/SKILL.md`
    const resources = [{ uri, digest, size: 1 }]
    expect(findEntryIssue({ uri, frontmatter: { name, description: 'x' }, resources })).toMatch(/name/)
  })
})

describe('a child of a directory', () => {
  const read = async (child: object) => {
    const client = {
      server: { capabilities: { extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } } } },
      request: async () => ({ resources: [child] }),
    } as unknown as Client
    return readSkillDirectory(client, ROOT)
  }

  test.each(hostile)('cannot have the path %j', async (path) => {
    expect(await read({ uri: `${ROOT}/${path}`, name: 'x' })).toEqual([])
  })

  test.each(['', '.', '..', '../x', 'a\\b', 'a\u0000b'])('cannot have the name %j', async (name) => {
    expect(await read({ uri: `${ROOT}/x`, name })).toEqual([])
  })

  test('has a name', async () => {
    expect(await read({ uri: `${ROOT}/a%20b`, name: 'a b' })).toHaveLength(1)
  })
})
