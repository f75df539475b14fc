/** Tools of several servers for one model: a group is a source like a client. */
import { afterEach, describe, expect, test } from 'vitest'
import { connectGroup, type Group } from '../../../src/group/index.ts'
import { createMockServer } from '../../../src/testing/index.ts'
import { modelTools, openaiResponsesTools, type ToolSource } from '../../../src/tools/index.ts'

/** A server with one tool. */
const serve = (answer: string) => {
  const { url, fetch } = createMockServer({ tools: { 'search.all': { description: 'Searches', run: () => answer } } })
  return { url, fetch }
}

describe('the tools of a group', () => {
  let group: Group
  afterEach(() => group.close())

  test('have names of their own, and go to their server; that of a server that is gone tells the model so', async () => {
    group = await connectGroup({ docs: serve('from docs'), crm: serve('from crm') })
    const source: ToolSource = group
    const tools = await modelTools(source)
    expect(tools.list.map(({ definition }) => definition.server)).toEqual(['docs', 'crm'])
    const names = tools.list.map(({ name }) => name)
    expect(names).toEqual([expect.stringMatching(/^docs__search/), expect.stringMatching(/^crm__search/)])
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    await group.remove('crm')
    const { run } = openaiResponsesTools(tools)
    const output = names.map((name) => ({ type: 'function_call', call_id: name, name, arguments: '' }))
    const [docs, crm] = await run({ output })
    expect(docs!.output).toBe('from docs')
    expect(crm!.output).toMatch(/^The tool failed:\n.*crm__search/)
    await expect(tools.find(names[1]!)!.call()).rejects.toMatchObject({ delivery: 'not-executed' })
    expect((await tools.refresh()).list.map(({ name }) => name)).toEqual([names[0]])
  })
})
