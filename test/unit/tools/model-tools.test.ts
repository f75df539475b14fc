/** Neutral tools: filter, approval, progress, aborts, and tools that are gone. */
import { describe, expect, test, vi } from 'vitest'
import { isMcpError, RpcError } from '../../../src/core/errors.ts'
import { type ModelTool, modelTools, type SourceTool } from '../../../src/tools/index.ts'
import { createFakeSource, tool } from './fake-source.ts'

const readOnly = tool('read', { annotations: { readOnlyHint: true } })
const destructive = tool('drop', { annotations: { destructiveHint: true } })
const plain = tool('write')

const namesOf = ({ list }: { list: readonly ModelTool[] }) => list.map(({ name }) => name)

describe('the tools for models', () => {
  test.for<[string, Parameters<typeof modelTools>[1], string[]]>([
    ['all', {}, ['read', 'drop', 'write']],
    ['allowed names', { allow: ['write', 'read'] }, ['read', 'write']],
    ['none that is denied', { deny: ['drop'] }, ['read', 'write']],
    [
      'those that an annotation allows',
      { allow: (one: SourceTool) => one.annotations?.readOnlyHint === true },
      ['read'],
    ],
    [
      'none that an annotation denies',
      { deny: (one: SourceTool) => one.annotations?.destructiveHint === true },
      ['read', 'write'],
    ],
    ['none that is allowed and denied', { allow: ['read', 'drop'], deny: ['drop'] }, ['read']],
  ])('are %s', async ([, options, names]) => {
    expect(namesOf(await modelTools(createFakeSource([readOnly, destructive, plain]), options))).toEqual(names)
  })

  test('are none of those that are only for the user interface', async () => {
    const appOnly = tool('refresh', { _meta: { ui: { visibility: ['app'] } } })
    const both = tool('show', { _meta: { ui: { visibility: ['model', 'app'] } } })
    const view = tool('view', { _meta: { ui: { resourceUri: 'ui://view' } } })
    expect(namesOf(await modelTools(createFakeSource([appOnly, both, view])))).toEqual(['show', 'view'])
  })

  test('have a description that is never empty, and annotations with the defaults of MCP', async () => {
    const untold = tool('a', { description: '', title: 'Title' })
    const [first, second, third] = (
      await modelTools(createFakeSource([untold, readOnly, tool('b', { description: '' })]))
    ).list
    expect([first!.description, third!.description]).toEqual(['Title', 'b'])
    expect(first!.annotations).toEqual({ readOnlyHint: false, destructiveHint: true })
    expect(second!.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  })

  test('are listed again with the same options', async () => {
    const source = createFakeSource([readOnly])
    const tools = await modelTools(source, { allow: ['read', 'write'] })
    source.tools = [plain, destructive]
    expect(namesOf(await tools.refresh())).toEqual(['write'])
    expect(namesOf(tools)).toEqual(['read'])
  })
})

describe('a call', () => {
  test('asks for approval with the arguments that the server gets, and is made if it is given', async () => {
    const source = createFakeSource([readOnly, destructive])
    const approve = vi.fn(async (one: ModelTool) => one.annotations.readOnlyHint)
    const tools = await modelTools(source, { approve })
    const { signal } = new AbortController()
    await tools.find('read')!.call({ a: 1 }, { signal })
    expect(approve).toHaveBeenCalledWith(tools.find('read'), { a: 1 }, { signal, current: expect.any(Function) })
    const denied = await tools
      .find('drop')!
      .call({})
      .catch((error: unknown) => error)
    expect(isMcpError(denied)).toBe(true)
    expect(denied).toMatchObject({
      name: 'ToolError',
      code: 'tool',
      reason: 'denied',
      delivery: 'not-executed',
      tool: 'drop',
      message: 'The call of drop was not approved',
    })
    expect(source.calls.map(({ name }) => name)).toEqual(['read'])
  })

  test('is not made if approval fails', async () => {
    const source = createFakeSource([plain])
    const approve = () => Promise.reject(new Error('no window'))
    await expect((await modelTools(source, { approve })).find('write')!.call()).rejects.toThrow('no window')
    expect(source.calls).toEqual([])
  })

  test('that is aborted while it waits for approval rejects with the reason, and is not made', async () => {
    const source = createFakeSource([plain])
    const stop = new AbortController()
    const pending = (await modelTools(source, { approve: () => new Promise(() => {}) }))
      .find('write')!
      .call({}, { signal: stop.signal })
    stop.abort('enough')
    await expect(pending).rejects.toBe('enough')
    await expect((await modelTools(source)).find('write')!.call({}, { signal: stop.signal })).rejects.toBe('enough')
    expect(source.calls).toEqual([])
  })

  test('passes signal, metadata and options on', async () => {
    const source = createFakeSource([plain])
    const tools = await modelTools(source, { callOptions: { timeout: 5, meta: { a: 1, b: 1 }, retry: 'safe' } })
    const { signal } = new AbortController()
    await tools.find('write')!.call({ x: 1 }, { signal, meta: { b: 2 } })
    expect(source.calls).toEqual([
      { name: 'write', args: { x: 1 }, options: { timeout: 5, retry: 'safe', signal, meta: { a: 1, b: 2 } } },
    ])
  })

  test('reports progress to the callback of the call and to that of all calls, which may throw', async () => {
    const source = createFakeSource([plain], (_name, _args, options) => {
      options?.onProgress?.({ progress: 1, total: 2 })
      return { content: [] }
    })
    const seen: unknown[] = []
    const onProgress = (progress: unknown, one: ModelTool) => {
      seen.push([progress, one.name])
      throw new Error('a mistake')
    }
    const tools = await modelTools(source, { onProgress })
    await tools.find('write')!.call({}, { onProgress: (progress) => seen.push(progress) })
    await tools.find('write')!.call()
    const progress = { progress: 1, total: 2 }
    expect(seen).toEqual([[progress, 'write'], progress, [progress, 'write']])
  })

  test.for([
    ['an error', () => Promise.reject(new RpcError('tools/call', { code: -32602, message: 'Unknown tool: write' }))],
    [
      'a result',
      () => ({ content: [{ type: 'text', text: 'MCP error -32602: Tool write not found' }], isError: true }),
    ],
  ] as const)('of a tool that is gone, as the server says by %s, is a typed error', async ([, respond]) => {
    const source = createFakeSource([plain], respond)
    const tools = await modelTools(source)
    source.tools = []
    const error = await tools
      .find('write')!
      .call()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      name: 'ToolError',
      code: 'tool',
      reason: 'not-found',
      delivery: 'not-executed',
      tool: 'write',
      message: 'There is no tool named write',
    })
    expect(isMcpError(error)).toBe(true)
    expect((error as Error).cause).toBeDefined()
  })

  test.for([
    [
      'an error',
      () => Promise.reject(new RpcError('tools/call', { code: -32602, message: 'bad arguments' })),
      { code: 'rpc' },
    ],
    ['a result', () => ({ content: [{ type: 'text', text: 'File not found' }], isError: true }), { isError: true }],
  ] as const)('that fails with %s while the tool is still there stays as it is', async ([, respond, expected]) => {
    const tools = await modelTools(createFakeSource([plain], respond))
    expect(
      await tools
        .find('write')!
        .call()
        .catch((reason: unknown) => reason),
    ).toMatchObject(expected)
  })

  test('that fails otherwise lists nothing', async () => {
    const source = createFakeSource([plain], () => Promise.reject(new TypeError('network')))
    await expect((await modelTools(source)).find('write')!.call()).rejects.toThrow('network')
    expect(source.listed).toBe(1)
  })

  test('stays as the server answered it if the tools cannot be listed', async () => {
    const source = createFakeSource([plain], () =>
      Promise.reject(new RpcError('tools/call', { code: -32602, message: 'no' })),
    )
    const tools = await modelTools(source)
    source.listTools = () => Promise.reject(new Error('down'))
    await expect(tools.find('write')!.call()).rejects.toMatchObject({ code: 'rpc' })
  })
})

describe('what a model sees of a result', () => {
  const blocks = [{ type: 'text' as const, text: 'a' }]

  test.for([
    ['content, if there is any', { content: blocks, structuredContent: { a: 1 } }, blocks],
    [
      'structuredContent, if there is no content',
      { content: [], structuredContent: { a: 1 } },
      [{ type: 'text', text: '{"a":1}' }],
    ],
    ['structuredContent that is null', { content: [], structuredContent: null }, [{ type: 'text', text: 'null' }]],
    ['nothing, if there is neither', { content: [] }, []],
  ] as const)('is %s', async ([, result, expected]) => {
    const { list } = await modelTools(createFakeSource([plain]))
    expect(list[0]!.toModelContent({ ...result, content: [...result.content] })).toEqual(expected)
  })

  test('is changed by one function', async () => {
    const toModelContent = () => blocks
    const { list } = await modelTools(createFakeSource([plain]), { toModelContent })
    expect(list[0]!.toModelContent({ content: [] })).toBe(blocks)
  })
})
