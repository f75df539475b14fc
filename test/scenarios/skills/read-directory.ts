/** Directories of skills: their children are listed level by level, and only what is inside of them. */
import { readSkillDirectory } from '../../../src/skills/index.ts'
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { counts } from '../tasks/steps/tasks.ts'

const DIRECTORY = 'skill://acme/pdf-processing'

const capabilities = (settings: object) => ({
  resources: {},
  extensions: { 'io.modelcontextprotocol/skills': settings },
})

const page = (resources: unknown, more: object = {}, nth?: number): Rule => ({
  on: { rpcMethod: 'resources/directory/read' },
  ...(nth !== undefined && { nth }),
  do: [{ answerJson: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', resources, ...more } }],
})

const file = (path: string, more: object = {}) => ({ uri: `${DIRECTORY}/${path}`, name: path, ...more })

export const readDirectory: Scenario[] = [
  {
    name: 'the children of a skill directory are read from all pages, and directories are marked',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities: capabilities({ directoryRead: true }) })
      await server.script(
        page([file('SKILL.md', { mimeType: 'text/markdown' })], { nextCursor: 'more' }, 1),
        page([file('templates', { mimeType: 'inode/directory' })]),
      )
      const client = await connectModern()
      const children = await readSkillDirectory(client, `${DIRECTORY}/`)
      assert.equal(
        children.map(({ name, isDirectory }) => [name, isDirectory]),
        [
          ['SKILL.md', false],
          ['templates', true],
        ],
      )
      const asked = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'resources/directory/read')
      const params = asked.map(({ body }) => (body as { params: Record<string, unknown> }).params)
      assert.equal(
        params.map(({ uri, cursor }) => [uri, cursor]),
        [
          [DIRECTORY, undefined],
          [DIRECTORY, 'more'],
        ],
      )
    },
  },
  {
    name: 'children that are not inside of the directory are left out, with the reason',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities: capabilities({ directoryRead: true }) })
      const bad = [
        { uri: 'skill://acme/other/SKILL.md', name: 'SKILL.md' },
        { uri: 'skill://acme/pdf-processing-evil', name: 'evil' },
        ...['a/b', '..', '.', '', 'a%2Fb', 'a?b', 'a#b'].map((path) => file(path)),
        { uri: 7, name: 'x' },
        { uri: `${DIRECTORY}/x` },
        null,
      ]
      await server.script(page([...bad, file('good.md')]))
      const client = await connectModern()
      const reasons: string[] = []
      const onInvalid = (_: unknown, reason: string) => reasons.push(reason)
      const children = await readSkillDirectory(client, DIRECTORY, { onInvalid })
      assert.equal(
        children.map(({ name }) => name),
        ['good.md'],
      )
      assert.equal(reasons.length, bad.length)
    },
  },
  {
    name: 'a server that does not offer to read directories gets no request',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities: capabilities({}) })
      const client = await connectModern()
      const message = /directoryRead/
      await assert.rejects(readSkillDirectory(client, DIRECTORY), {
        code: 'capability',
        delivery: 'not-executed',
        message,
      })
      assert.equal(counts(await server.journal(), 'resources/directory/read'), [0])
      assert((await client.listResources()).length > 0, 'the connection goes on')
    },
  },
  {
    name: 'a directory that the server does not know, and pages without an end, are errors',
    async run({ connectModern, server, assert }) {
      await server.configure({ capabilities: capabilities({ directoryRead: true }) })
      const client = await connectModern()
      await server.script({
        on: { rpcMethod: 'resources/directory/read' },
        do: [{ answerError: { code: -32602, message: 'Not a directory' } }],
      })
      await assert.rejects(readSkillDirectory(client, DIRECTORY), {
        code: 'rpc',
        rpcCode: -32602,
        delivery: 'answered',
      })
      await server.script(page([], { nextCursor: 'again' }))
      await assert.rejects(readSkillDirectory(client, DIRECTORY), { code: 'invalid-message', delivery: 'answered' })
      await server.script(page('none'))
      await assert.rejects(readSkillDirectory(client, DIRECTORY), { code: 'invalid-message', delivery: 'answered' })
    },
  },
]
