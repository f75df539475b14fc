/** Lists of add-ons that have many pages, or no end. */
import { expect, test } from 'vitest'
import type { Client } from '../../../../src/core/index.ts'
import { listSkills } from '../../../../src/skills/index.ts'
import { listTasks } from '../../../../src/tasks/index.ts'

interface Page {
  items?: object[]
  [member: string]: unknown
}

/** A client whose server answers every page of a list with what `page` returns for its number, from 1. */
function clientOf(member: string, page: (number: number) => Page): { client: Client; read(): number } {
  let read = 0
  const client = {
    server: { capabilities: { tasks: { list: {} }, extensions: { 'io.modelcontextprotocol/skills': {} } } },
    connection: { era: 'legacy' },
    request: async () => {
      const { items = [], ...rest } = page(++read)
      return { [member]: items, ...rest }
    },
  }
  return { client: client as unknown as Client, read: () => read }
}

const task = (taskId: string) => ({ taskId, status: 'working', createdAt: '', lastUpdatedAt: '', ttl: null })

const skill = (name: string) => ({
  uri: `skill://acme/${name}/SKILL.md`,
  frontmatter: { name, description: 'x' },
  resources: [{ uri: `skill://acme/${name}/SKILL.md`, digest: `sha256:${'0'.repeat(64)}`, size: 1 }],
})

const LISTS = [
  { method: 'tasks/list', member: 'tasks', item: task, list: (client: Client) => listTasks(client) },
  { method: 'skills/list', member: 'skills', item: skill, list: (client: Client) => listSkills(client) },
]

test.each(LISTS)('$method: a server may use one cursor for all pages', async ({ member, item, list }) => {
  const names = ['a', 'b', 'c', 'd']
  const { client } = clientOf(member, (number) => ({
    items: [item(names[number - 1]!)],
    ...(number < names.length && { nextCursor: 'next' }),
  }))
  expect((await list(client)).length).toBe(4)
})

test.each(LISTS)(
  '$method: the same page twice under one cursor ends the list',
  async ({ method, member, item, list }) => {
    const { client, read } = clientOf(member, () => ({ items: [item('a')], nextCursor: 'next' }))
    await expect(list(client)).rejects.toMatchObject({
      code: 'invalid-message',
      delivery: 'answered',
      message: `Expected another page from ${method}, got the same one again`,
    })
    expect(read()).toBeLessThanOrEqual(3)
  },
)

test.each(LISTS)('$method: pages without end are read up to a limit', async ({ method, member, item, list }) => {
  const { client, read } = clientOf(member, (number) => ({ items: [item(`a${number}`)], nextCursor: `page ${number}` }))
  await expect(list(client)).rejects.toMatchObject({
    message: `Expected at most 1000 pages from ${method}, got more`,
    result: { length: 1_000 },
  })
  expect(read()).toBe(1_000)
})

test.each(LISTS)('$method: pages are read up to a number of bytes', async ({ method, member, item, list }) => {
  const padding = 'x'.repeat(10_000_000)
  const { client, read } = clientOf(member, (number) => ({ items: [item('a')], padding, nextCursor: `page ${number}` }))
  await expect(list(client)).rejects.toMatchObject({
    message: `Expected at most 67108864 bytes from ${method}, got more`,
  })
  expect(read()).toBe(7)
})
