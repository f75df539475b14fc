/** What the extension demands of a host, sentence by sentence, where listing and reading do not show it already. */
import { connectGroup } from '../../../src/group/index.ts'
import {
  approvalKey,
  getSkill,
  listGroupSkills,
  listSkills,
  readSkillDirectory,
  readSkillFile,
  type Skill,
} from '../../../src/skills/index.ts'
import type { Scenario } from '../scenario.ts'
import { counts } from '../tasks/steps/tasks.ts'
import { answering, capabilities, files, frontmatter, publish, ROOT, reading, skill } from './steps/published.ts'

const HASH = (skill.resources as { digest: string }[])[1]!.digest

/** A skill with this many files beside its `SKILL.md`, of this many bytes each. */
const withFiles = (count: number, size: number): Skill => ({
  ...skill,
  resources: [
    (skill.resources as Exclude<Skill['resources'], 'dynamic'>)[0]!,
    ...Array.from({ length: count }, (_, index) => ({ uri: `${ROOT}${index}.md`, digest: HASH, size })),
  ],
})

const MIB_16 = 16_777_216
const OWN_SIZE = 107

export const duties: Scenario[] = [
  {
    name: 'nothing about skills is asked before the server declared them, even if it declared nothing at all',
    invalid: 'server',
    async run({ connectModern, server, assert }) {
      for (const declared of [null, {}, { resources: {} }, { extensions: {} }]) {
        await server.configure({ capabilities: declared })
        const client = await connectModern({ eraCache: new Map() })
        const refused = { code: 'capability', delivery: 'not-executed' }
        assert.equal(await listSkills(client), [])
        await assert.rejects(getSkill(client, skill.uri), refused)
        await assert.rejects(readSkillDirectory(client, ROOT), refused)
      }
      for (const directoryRead of [false, undefined, 'true', 1]) {
        const extensions = { 'io.modelcontextprotocol/skills': { directoryRead } }
        await server.configure({ capabilities: { resources: {}, extensions } })
        const client = await connectModern({ eraCache: new Map() })
        await assert.rejects(readSkillDirectory(client, ROOT), { code: 'capability' })
      }
      assert.equal(counts(await server.journal(), 'skills/list', 'skills/get', 'resources/directory/read'), [0, 0, 0])
    },
  },
  {
    name: 'a skill with 512 files and one with 16 MiB are accepted, and one with more of either is not',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities })
      const accepted = [withFiles(511, 1), withFiles(1, MIB_16 - OWN_SIZE)]
      const refused = [withFiles(512, 1), withFiles(1, MIB_16 - OWN_SIZE + 1), withFiles(2, Number.MAX_SAFE_INTEGER)]
      await server.script(answering('skills/list', { skills: [...accepted, ...refused] }))
      const reasons: string[] = []
      const onInvalid = (_: unknown, reason: string) => void reasons.push(reason)
      const found = await listSkills(await connectModern(), { onInvalid })
      assert.equal(
        found.map(({ resources }) => resources.length),
        [512, 2],
      )
      assert.equal(reasons, [
        'it has more than 512 resources',
        'it has more than 16777216 bytes',
        'it has more than 16777216 bytes',
      ])
    },
  },
  {
    name: 'entries whose resources are neither a list nor dynamic are not loaded, listed or not',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities })
      const client = await connectModern()
      for (const resources of [undefined, null, {}, 'static', 'Dynamic', 7, ['dynamic']]) {
        const entry = { ...skill, resources }
        await server.script(answering('skills/list', { skills: [entry] }), answering('skills/get', { skill: entry }))
        assert.equal(await listSkills(client), [])
        await assert.rejects(getSkill(client, skill.uri), { code: 'invalid-message' })
        const refused = { code: 'invalid-message', delivery: 'not-executed' }
        await assert.rejects(readSkillFile(client, entry as unknown as Skill), refused)
      }
      assert.equal(counts(await server.journal(), 'resources/read'), [0])
    },
  },
  {
    name: 'a dynamic skill is listed, read only on demand, and its front matter is compared all the same',
    async run({ connectModern, server, assert }) {
      const dynamic: Skill = { ...skill, resources: 'dynamic' }
      await server.configure({ capabilities })
      await server.script(
        answering('skills/list', { skills: [dynamic] }),
        reading('SKILL.md', { text: files['SKILL.md']!.replace('2.1', '2.2') }),
      )
      const client = await connectModern()
      assert.equal(await listSkills(client), [dynamic])
      await assert.rejects(readSkillFile(client, dynamic, 'SKILL.md', { dynamic: true }), { code: 'invalid-message' })
      await server.script(reading('any/file.md', { text: 'generated' }))
      assert.match(await readSkillFile(client, dynamic, 'any/file.md', { dynamic: true }), { text: 'generated' })
      assert.equal(await approvalKey(dynamic, 'docs'), undefined, 'no approval covers it')
    },
  },
  {
    name: 'a supporting file is checked like the SKILL.md, by its size and by its digest',
    async run({ connectModern, server, assert }) {
      const path = 'references/FORMS.md'
      await publish(server)
      const client = await connectModern()
      const original = files[path]!
      for (const text of [`${original} `, original.slice(1), original.replace('How', 'Who'), '']) {
        await server.script(reading(path, { text }))
        await assert.rejects(readSkillFile(client, skill, path), { code: 'invalid-message', delivery: 'answered' })
      }
      await server.script(reading(path, { text: original }))
      assert.match(await readSkillFile(client, skill, path), { text: original })
    },
  },
  {
    name: 'while a skill is in use, what its entry does not list is neither read nor shown',
    async run({ connectModern, server, assert }) {
      const declared = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } } }
      await server.configure({ capabilities: declared })
      const child = (name: string, more: object = {}) => ({ uri: ROOT + name, name, ...more })
      const directory = { mimeType: 'inode/directory' }
      const resources = [child('SKILL.md'), child('new.md'), child('references', directory), child('new', directory)]
      await server.script(
        { ...answering('resources/directory/read', { resources }) },
        reading('new.md', { text: 'added since' }),
      )
      const client = await connectModern()
      const reasons: string[] = []
      const onInvalid = (_: unknown, reason: string) => void reasons.push(reason)
      const names = (await readSkillDirectory(client, ROOT, { skill, onInvalid })).map(({ name }) => name)
      assert.equal([names, reasons.length], [['SKILL.md', 'references'], 2])
      const unlisted = ['new.md', 'new/x.md', '../other/SKILL.md', 'references/../../other/SKILL.md', '%2e%2e/x', '/']
      for (const path of unlisted) {
        await assert.rejects(readSkillFile(client, skill, path), { code: 'invalid-message', delivery: 'not-executed' })
      }
      assert.equal(counts(await server.journal(), 'resources/read'), [0])
    },
  },
  {
    name: 'a reference inside of a skill resolves as the path of a file does',
    async run({ connectModern, server, assert }) {
      await publish(server, reading('references/FORMS.md', { text: files['references/FORMS.md'] }))
      const client = await connectModern()
      for (const path of ['references/FORMS.md', './references/FORMS.md', 'scripts/../references/./FORMS.md']) {
        assert.match(await readSkillFile(client, skill, path), { uri: `${ROOT}references/FORMS.md` })
      }
    },
  },
  {
    name: 'a nested skill is an ordinary file of the skill around it, and needs an approval of its own',
    async run({ connectModern, server, assert }) {
      const text = files['SKILL.md']!
      const own = (skill.resources as Exclude<Skill['resources'], 'dynamic'>)[0]!
      const nested: Skill = { ...skill, uri: `${ROOT}more/pdf-processing/SKILL.md` }
      const inner = { ...own, uri: nested.uri }
      // The front matter of the outer skill is another one, and that of the nested file is not looked at.
      const outer: Skill = { uri: skill.uri, frontmatter: { ...frontmatter, license: 'MIT' }, resources: [own, inner] }
      const only: Skill = { ...nested, resources: [inner] }
      await server.configure({ capabilities })
      await server.script(reading('more/pdf-processing/SKILL.md', { text }))
      const client = await connectModern()
      assert.match(await readSkillFile(client, outer, 'more/pdf-processing/SKILL.md'), { text })
      assert.match(await readSkillFile(client, only), { text })
      assert((await approvalKey(outer, 'docs')) !== (await approvalKey(only, 'docs')), 'each has its own')
    },
  },
  {
    name: 'reading a SKILL.md as a resource does not load a skill',
    async run({ connectModern, server, assert }) {
      await publish(server, reading('SKILL.md', { text: 'not the text of the entry' }))
      const client = await connectModern()
      const { contents } = await client.readResource(skill.uri)
      assert.match(contents[0], { text: 'not the text of the entry' })
      assert.equal(counts(await server.journal(), 'skills/list', 'skills/get', 'resources/read'), [0, 0, 1])
    },
  },
  {
    name: 'skills of several servers with one URI and one name stay apart, and a failing server hides no other',
    async run({ server, origin, assert }) {
      const other = await origin()
      const failing = await origin()
      const changed: Skill = { ...skill, resources: [{ uri: skill.uri, digest: HASH, size: 1 }] }
      // A member that the server makes up is not the name of the server.
      await publish(
        server,
        answering('skills/list', {
          skills: [
            { ...skill, server: 'other' },
            { ...skill, server: 'one' },
          ],
        }),
      )
      await other.configure({ capabilities })
      await other.script(answering('skills/list', { skills: [changed] }), reading('SKILL.md', { text: 'x' }))
      await failing.configure({ capabilities })
      await failing.script({ on: { rpcMethod: 'skills/list' }, do: [{ answerError: { code: -32603, message: 'no' } }] })
      const group = await connectGroup(
        { one: server.url, other: other.url, failing: failing.url },
        { versions: ['2026-07-28'], lists: [], autoRefresh: false },
      )
      const failed: string[] = []
      const found = await listGroupSkills(group, { onFailed: (name) => void failed.push(name) })
      assert.equal(
        found.map(({ key, server }) => [key, server]),
        [
          [JSON.stringify(['one', skill.uri]), 'one'],
          [JSON.stringify(['one', skill.uri]), 'one'],
          [JSON.stringify(['other', skill.uri]), 'other'],
        ],
      )
      assert.equal(failed, ['failing'])
      const [first, , last] = found
      await assert.rejects(readSkillFile(group.client(last!.server)!, last!.skill), { code: 'invalid-message' })
      assert.equal(counts(await server.journal(), 'resources/read'), [0])
      assert((await approvalKey(first!.skill, 'one')) !== (await approvalKey(first!.skill, 'other')), 'by server')
      await group.close()
    },
  },
  {
    name: 'an approval is for a set of files: another order keeps it, and any change revokes it',
    async run({ assert }) {
      const resources = skill.resources as Exclude<Skill['resources'], 'dynamic'>
      const [own, forms] = resources as [(typeof resources)[0], (typeof resources)[0]]
      const key = await approvalKey(skill, 'docs')
      assert(/^[0-9a-f]{64}$/.test(key!), 'it is short')
      assert.equal(await approvalKey({ ...skill, resources: [forms, own] }, 'docs'), key)
      const changes: Skill['resources'][] = [
        [own],
        [own, forms, { ...forms, uri: `${ROOT}new.md` }],
        [own, { ...forms, digest: own.digest }],
        [own, { ...forms, uri: `${ROOT}references/OTHER.md` }],
        [own, { ...forms, size: 23 }],
      ]
      const keys = await Promise.all(changes.map((changed) => approvalKey({ ...skill, resources: changed }, 'docs')))
      const moved = await approvalKey({ ...skill, uri: 'skill://other/pdf-processing/SKILL.md' }, 'docs')
      const all = [key, moved, await approvalKey(skill, 'another server'), ...keys]
      assert.equal(new Set(all).size, all.length)
    },
  },
]
