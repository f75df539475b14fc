/** What tools say about apps, and which policies confine frames. */
import { expect, test } from 'vitest'
import { confinesFrames } from '../../../src/apps/framing.ts'
import { isVisibleTo, readApp, viewOf } from '../../../src/apps/index.ts'
import type { AppClient } from '../../../src/apps/types.ts'
import { connect } from '../../../src/core/index.ts'
import { createMockServer, mockApps } from '../../../src/testing/index.ts'
import { modelTools } from '../../../src/tools/index.ts'
import type { Tool } from '../../../src/types/tools.ts'

const tool = (meta?: Record<string, unknown>): Tool => ({
  name: 't',
  inputSchema: { type: 'object' },
  ...(meta && { _meta: meta }),
})

test('a tool has a view if it names one with ui://, in the new place or the old', () => {
  expect(viewOf(tool())).toBeUndefined()
  expect(viewOf(tool({ ui: { resourceUri: 'https://x' } }))).toBeUndefined()
  expect(viewOf(tool({ ui: 'ui://x' }))).toBeUndefined()
  expect(viewOf(tool({ ui: { resourceUri: 7 }, 'ui/resourceUri': 7 }))).toBeUndefined()
  expect(viewOf(tool({ 'ui/resourceUri': 'ui://old' }))).toBe('ui://old')
  expect(viewOf(tool({ ui: { resourceUri: 'ui://new' }, 'ui/resourceUri': 'ui://old' }))).toBe('ui://new')
})

test('tools are visible to models and apps unless they say otherwise', () => {
  const seen = (visibility?: unknown) =>
    (['model', 'app'] as const).filter((who) => isVisibleTo(tool({ ui: { visibility } }), who))
  expect(seen()).toEqual(['model', 'app'])
  expect(seen(['app'])).toEqual(['app'])
  expect(seen(['model'])).toEqual(['model'])
  expect(seen([])).toEqual([])
})

test('models do not get the tools that are only for apps', async () => {
  const server = createMockServer(mockApps({ shown: { html: '' }, hidden: { html: '', visibility: ['app'] } }))
  const client = await connect(server.url, { fetch: server.fetch })
  expect((await modelTools(client)).list.map(({ name }) => name)).toEqual(['shown'])
  const tools = await client.listTools()
  expect(tools.map((tool) => [tool.name, viewOf(tool)])).toEqual([
    ['shown', 'ui://mock/shown'],
    ['hidden', 'ui://mock/hidden'],
  ])
  await client.close()
})

test('readApp takes text and base64, and the metadata of the list where the content has none', async () => {
  const shown = tool({ ui: { resourceUri: 'ui://a' } })
  const mimeType = 'text/html;profile=mcp-app'
  const read = (content: object, list: object[] = []) =>
    readApp(
      {
        readResource: async () => ({ contents: [{ uri: 'ui://other', text: '' }, content] }),
        listResources: async () => list,
      } as unknown as AppClient,
      shown,
    )
  const listed = [{ uri: 'ui://a', _meta: { ui: { prefersBorder: true } } }]
  expect(await read({ uri: 'ui://a', mimeType, text: '\uFEFF<p>' }, listed)).toEqual({
    uri: 'ui://a',
    html: '<p>',
    meta: { prefersBorder: true },
  })
  const blob = btoa(String.fromCharCode(...new TextEncoder().encode('<p>é')))
  const own = { uri: 'ui://a', mimeType: 'Text/HTML; profile="mcp-app"', blob, _meta: { ui: { csp: {} } } }
  expect(await read(own, listed)).toEqual({ uri: 'ui://a', html: '<p>é', meta: { csp: {} } })
  await expect(read({ uri: 'ui://a', mimeType, blob: '!' })).rejects.toMatchObject({
    code: 'app',
    reason: 'invalid-view',
  })
  await expect(read({ uri: 'ui://a', mimeType })).rejects.toMatchObject({ reason: 'invalid-view' })
  await expect(read({ uri: 'ui://b', mimeType, text: '' })).rejects.toMatchObject({ reason: 'no-view' })
  await expect(readApp({} as AppClient, tool())).rejects.toMatchObject({ reason: 'no-view', delivery: 'not-executed' })
})

test('a policy confines frames if frame-src, or what stands for it, names only proxy pages', () => {
  const origins = ['https://hash.apps.example.com', 'https://other.example:8443', 'http://x.localhost:80']
  const good = [
    "frame-src 'none'",
    "default-src 'self'; frame-src https://*.apps.example.com",
    'child-src https://hash.apps.example.com; default-src *',
    'frame-src https://*.apps.example.com https://other.example:8443 ',
    "frame-src *.apps.example.com 'self'; frame-src *",
    "default-src 'self'",
    'upgrade-insecure-requests, frame-src https://HASH.apps.example.com/',
    'FRAME-SRC https://hash.apps.example.com',
    'frame-src',
  ]
  const bad = [
    '',
    "script-src 'self'",
    'frame-src *',
    "default-src 'none'; frame-src https:",
    'frame-src http: x',
    'default-src https://*',
    'frame-src *:8080',
    'fenced-frame-src https://hash.apps.example.com',
    'frame-src https://evil.example',
    'frame-src https://hash.apps.example.com https://evil.example',
    'frame-src https://hash.apps.example.com.evil.example',
    'frame-src data:',
    'report-uri /frame-src https://hash.apps.example.com',
  ]
  expect(good.filter((policy) => !confinesFrames(policy, origins))).toEqual([])
  expect(bad.filter((policy) => confinesFrames(policy, origins))).toEqual([])
})
