/** What a view may ask for, by the callbacks of the application. */
import { expect, test, vi } from 'vitest'
import { capabilitiesOf, createAnswer } from '../../../src/apps/answer.ts'
import type { AppOptions } from '../../../src/apps/index.ts'
import { connect } from '../../../src/core/index.ts'
import { createMockServer, mockApps } from '../../../src/testing/index.ts'

async function setUp(options: Partial<AppOptions> = {}) {
  const server = createMockServer(
    mockApps({
      both: { html: 'x' },
      'for-models': { html: '', visibility: ['model'] },
      slow: { html: '', run: () => new Promise(() => {}) },
    }),
  )
  const client = await connect(server.url, { fetch: server.fetch })
  const [tool] = await client.listTools()
  const all: AppOptions = { client, tool: tool!, proxy: 'https://proxy.example', ...options }
  const notify = vi.fn()
  const answer = createAnswer(all, notify)
  const controller = new AbortController()
  const ask = (method: string, params: object = {}) => answer(method, params as never, controller.signal)
  return { ask, all, client, server, controller, notify }
}

test('without callbacks, a view only reaches its server', async () => {
  const { ask, all, client } = await setUp()
  expect(capabilitiesOf(all, {})).toEqual({ serverTools: {}, serverResources: {}, sandbox: {} })
  for (const method of [
    'ui/open-link',
    'ui/message',
    'ui/update-model-context',
    'ui/download-file',
    'sampling/createMessage',
  ]) {
    expect(ask(method), method).toBeUndefined()
  }
  for (const method of ['toString', '__proto__', 'constructor', 'prompts/list'])
    expect(ask(method), method).toBeUndefined()
  expect(await ask('ping')).toEqual({})
  expect(await ask('tools/call', { name: 'both', arguments: { a: 1 } })).toMatchObject({
    content: [{ text: '{"a":1}' }],
  })
  expect(await ask('resources/read', { uri: 'ui://mock/both' })).toMatchObject({ contents: [{ text: 'x' }] })
  expect(await ask('resources/list')).toMatchObject({ resources: [{ uri: 'ui://mock/both' }, {}, {}] })
  await client.close()
})

test('without access to the server, it reaches nothing', async () => {
  const { ask, all, client } = await setUp({ serverAccess: false })
  expect(capabilitiesOf(all, {})).toEqual({ sandbox: {} })
  for (const method of ['tools/call', 'tools/list', 'resources/read', 'resources/list'])
    expect(ask(method)).toBeUndefined()
  await client.close()
})

test('each callback is a capability', async () => {
  const run = () => undefined as never
  const { all, client } = await setUp({
    ...{ onMessage: run, onModelContext: run, onOpenLink: run, onDownload: run, onSample: run, onLog: run },
    modalities: ['text', 'image'],
  })
  expect(capabilitiesOf(all, { csp: {} })).toEqual({
    ...{ serverTools: {}, serverResources: {}, openLinks: {}, downloadFile: {}, logging: {}, sampling: {} },
    ...{ message: { text: {}, image: {} }, updateModelContext: { text: {}, image: {} }, sandbox: { csp: {} } },
  })
  await client.close()
})

test('calls of tools are judged by visibility, then by the application, and are canceled with the app', async () => {
  const approve = vi.fn(() => false)
  const { ask, client, server, controller } = await setUp({ approve })
  await expect(ask('tools/call', { name: 'for-models' })).rejects.toMatchObject({ rpcCode: -32602 })
  await expect(ask('tools/call', { name: 'unknown' })).rejects.toThrow('The tool unknown is not for apps')
  await expect(ask('tools/call', { name: 'both', arguments: [] })).rejects.toMatchObject({ rpcCode: -32602 })
  await expect(ask('tools/call', {})).rejects.toThrow('name: expected a text')
  expect(approve).not.toHaveBeenCalled()
  await expect(ask('tools/call', { name: 'both' })).rejects.toMatchObject({ rpcCode: -32000 })
  expect(server.journal.calls('tools/call')).toEqual([])
  approve.mockReturnValue(true as never)
  const running = ask('tools/call', { name: 'slow' })
  await server.journal.until(() => server.journal.calls('tools/call', 'slow').length === 1)
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  await client.close()
})

test('progress goes to a view that asked for it', async () => {
  const { ask, client, server, notify } = await setUp()
  server.configure({
    tools: { both: { run: async (_: unknown, { progress }) => progress(1, 2).then(() => 'done') } },
  })
  await ask('tools/call', { name: 'both', _meta: { progressToken: 'mine' } })
  expect(notify.mock.calls).toEqual([
    ['notifications/progress', expect.objectContaining({ progress: 1, total: 2, progressToken: 'mine' })],
  ])
  await client.close()
})

test('content is of the kinds that the application takes; one block stands for a list', async () => {
  const onMessage = vi.fn()
  const onModelContext = vi.fn()
  const { ask, client } = await setUp({ onMessage, onModelContext })
  const text = { type: 'text', text: 'hello' }
  expect(await ask('ui/message', { role: 'user', content: text })).toEqual({})
  expect(onMessage.mock.lastCall).toEqual([{ role: 'user', content: [text] }])
  for (const content of [[{ type: 'image' }], [text, null], 'text', [{ type: 'toString' }]]) {
    await expect(ask('ui/message', { content })).rejects.toThrow('content: expected blocks of text')
  }
  await expect(ask('ui/update-model-context', { structuredContent: {} })).rejects.toThrow('not supported')
  for (const content of ['text', text, null, [7]]) {
    await expect(ask('ui/update-model-context', { content })).rejects.toMatchObject({ rpcCode: -32602 })
  }
  onMessage.mockResolvedValue(false)
  expect(await ask('ui/message', { content: text })).toEqual({ isError: true })
  expect(await ask('ui/update-model-context', { content: [text] })).toEqual({})
  expect(onModelContext.mock.calls).toEqual([[{ content: [text] }]])
  await client.close()
})

test('only http and https links are opened', async () => {
  const onOpenLink = vi.fn()
  const { ask, client } = await setUp({ onOpenLink })
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/path',
    'file:///etc/passwd',
    7,
    'https://user:secret@a.example',
  ]) {
    await expect(ask('ui/open-link', { url }), String(url)).rejects.toMatchObject({ rpcCode: -32602 })
  }
  expect(await ask('ui/open-link', { url: 'https://a.example/x' })).toEqual({})
  expect(onOpenLink.mock.calls).toEqual([[new URL('https://a.example/x')]])
  await client.close()
})

test.for([
  ['file:///a/b/report.pdf', 'report.pdf'],
  ['ui://x/..%2F..%2Fetc%2Fpasswd', '_.._etc_passwd'],
  ['ui://x/.bashrc', 'bashrc'],
  ['ui://x/a%00b\u202Egpj.exe', 'a_b_gpj.exe'],
  ['C:\\Windows\\a.txt?x=1#y', 'a.txt'],
  ['ui://x/', 'download'],
  ['ui://x/%E0%A4%A', '%E0%A4%A'],
  ['ui://x/CON: <a>|b.', 'CON_ _a_b'],
] as const)('a download of %s is named %s', async ([uri, name]) => {
  const onDownload = vi.fn()
  const { ask, client } = await setUp({ onDownload })
  const contents = [
    { type: 'resource', resource: { uri, text: '' } },
    { type: 'resource_link', uri, name: 'x' },
  ]
  expect(await ask('ui/download-file', { contents })).toEqual({})
  expect(onDownload.mock.calls).toEqual([[contents.map((content) => ({ name, content }))]])
  await expect(ask('ui/download-file', { contents: [{ type: 'text' }] })).rejects.toThrow(
    'contents: expected resources',
  )
  await client.close()
})
