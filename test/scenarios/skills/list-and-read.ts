/** Skills: listed without their files, and read only if they match the list. */

import { getSkill, listSkills, readSkillFile, type Skill } from '../../../src/skills/index.ts'
import type { Scenario } from '../scenario.ts'
import { counts } from '../tasks/steps/tasks.ts'
import { answering, files, frontmatter, publish, ROOT, reading, skill } from './steps/published.ts'

/** Ways in which a served SKILL.md may differ from its entry. */
const mismatches: [string, Partial<Skill>, string][] = [
  ['other bytes of the same length', {}, files['SKILL.md']!.replace('Body', 'Evil')],
  ['more bytes', {}, `${files['SKILL.md']}more`],
  ['other front matter', { frontmatter: { ...frontmatter, description: 'Harmless' } }, files['SKILL.md']!],
  ['a missing front matter field', { frontmatter: { ...frontmatter, license: 'MIT' } }, files['SKILL.md']!],
  ['a number written as a string', { frontmatter: { ...frontmatter, metadata: { version: 2.1 } } }, files['SKILL.md']!],
]

export const listAndRead: Scenario[] = [
  {
    name: 'skills are listed from all pages, and their files are read only on demand',
    async run({ connectModern, server, assert }) {
      await publish(server, answering('skills/list', { skills: [skill], nextCursor: 'more' }, 1))
      const client = await connectModern()
      assert.equal(await listSkills(client), [skill, skill])
      assert.equal(counts(await server.journal(), 'skills/list', 'resources/read'), [2, 0])
    },
  },
  {
    name: 'a server without skills gets no request for them',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities: { resources: {} } })
      const client = await connectModern()
      assert.equal(await listSkills(client), [])
      await assert.rejects(getSkill(client, skill.uri), { code: 'capability', delivery: 'not-executed' })
      assert.equal(counts(await server.journal(), 'skills/list', 'skills/get'), [0, 0])
    },
  },
  {
    name: 'a skill file is returned if its size, digest and front matter match the listed entry',
    async run({ connectModern, server, assert }) {
      await publish(server, reading('SKILL.md', { text: files['SKILL.md'] }, 1), {
        on: { rpcMethod: 'resources/read' },
        do: [
          {
            answerJson: {
              resultType: 'complete',
              contents: [{ uri: `${ROOT}references/FORMS.md`, blob: btoa(files['references/FORMS.md']!) }],
            },
          },
        ],
      })
      const client = await connectModern()
      const [listed] = await listSkills(client)
      assert.match(await readSkillFile(client, listed!), {
        uri: skill.uri,
        text: files['SKILL.md'],
        mimeType: 'text/markdown',
      })
      const { text, bytes } = await readSkillFile(client, listed!, 'references/FORMS.md')
      assert.equal([text, new TextDecoder().decode(bytes)], [undefined, files['references/FORMS.md']])
    },
  },
  ...mismatches.map(
    ([what, change, text]): Scenario => ({
      name: `a SKILL.md with ${what} is refused`,
      async run({ connectModern, server, assert }) {
        await publish(server, reading('SKILL.md', { text }))
        const client = await connectModern()
        const reason = await assert.rejects(readSkillFile(client, { ...skill, ...change }), { code: 'invalid-message' })
        assert(!JSON.stringify(reason).includes('Evil'), 'nor is it in the error')
      },
    }),
  ),
  {
    name: 'a SKILL.md may come as bytes, and invalid bytes are an error',
    async run({ connectModern, server, assert }) {
      const bytes = new TextEncoder().encode(files['SKILL.md'])
      await publish(server, reading('SKILL.md', { blob: btoa(String.fromCharCode(...bytes)) }, 1))
      const client = await connectModern()
      assert.equal((await readSkillFile(client, skill)).bytes.length, bytes.length)
      for (const content of [{ blob: '?' }, { blob: 7 }, { uri: `${ROOT}else.md`, text: '' }]) {
        await server.script(reading('SKILL.md', content))
        await assert.rejects(readSkillFile(client, skill), { code: 'invalid-message', delivery: 'answered' })
      }
    },
  },
  {
    name: 'a cached file of an earlier version of a skill is read again',
    async run({ connectModern, server, assert }) {
      await publish(
        server,
        reading('SKILL.md', { text: 'an earlier version' }, 1),
        reading('SKILL.md', { text: files['SKILL.md'] }),
      )
      const client = await connectModern()
      assert.equal((await readSkillFile(client, skill)).text, files['SKILL.md'])
      assert.equal(counts(await server.journal(), 'resources/read'), [2])
    },
  },
  {
    name: 'a file that a skill does not list is refused, and one without digests needs an option',
    async run({ connectModern, server, assert }) {
      await publish(server, reading('SKILL.md', { text: files['SKILL.md'] }))
      const client = await connectModern()
      const refused = { code: 'invalid-message', delivery: 'not-executed' }
      for (const path of ['scripts/run.sh', '../other/SKILL.md', '']) {
        await assert.rejects(readSkillFile(client, skill, path), refused)
      }
      const dynamic: Skill = { ...skill, resources: 'dynamic' }
      await assert.rejects(readSkillFile(client, dynamic), refused)
      assert.equal(counts(await server.journal(), 'resources/read'), [0])
      assert.match(await readSkillFile(client, dynamic, 'SKILL.md', { dynamic: true }), { text: files['SKILL.md'] })
    },
  },
  {
    name: 'unusable skill entries are left out of the list and reported with the reason',
    async run({ connectModern, server, assert }) {
      const [first, second] = skill.resources as { uri: string; digest: string; size: number }[]
      const wrong = [
        { ...skill, resources: undefined },
        { ...skill, resources: [second] },
        { ...skill, resources: [first, first] },
        { ...skill, resources: [first, { ...second, digest: 'md5:1' }] },
        { ...skill, resources: [first, { ...second, uri: 'skill://acme/other/x' }] },
        { ...skill, resources: [first, { ...second, size: 2 ** 30 }] },
        { ...skill, frontmatter: { name: 'other', description: 'x' } },
        { ...skill, uri: 'skill://acme/pdf-processing' },
        'skill',
      ]
      await publish(server, answering('skills/list', { skills: [...wrong, skill] }))
      const client = await connectModern()
      const reasons: string[] = []
      const onInvalid = (_: unknown, reason: string) => reasons.push(reason)
      assert.equal(await listSkills(client, { onInvalid }), [skill])
      assert.equal(reasons.length, wrong.length)
      assert(new Set(reasons).size >= wrong.length - 1, 'only a foreign file and a foreign digest are alike')
    },
  },
  {
    name: 'a skill is found by its URI, listed or not',
    async run({ connectModern, server, assert }) {
      await publish(server, answering('skills/get', { skill }))
      const client = await connectModern()
      assert.equal(await getSkill(client, skill.uri), skill)
      await assert.rejects(getSkill(client, 'skill://acme/other/SKILL.md'), { code: 'invalid-message' })
    },
  },
]
