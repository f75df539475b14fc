/** Views and hosts of others: the official example servers, the SDK of views in two versions, and the official host. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestViewReport, testView } from '../../../src/testing/index.ts'
import { type RunningServer, startServer } from '../../interop/running-server.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { browsers, type OpenedBrowser, openHost } from './host-tab.ts'
import { peersFolder } from './install.ts'
import { type Site, startSite } from './site.ts'

/** Each with its tool, and arguments for it. */
const examples: [string, string, object][] = [
  ['server-basic-vanillajs', 'get-time', {}],
  ['server-basic-react', 'get-time', {}],
  ['server-basic-vue', 'get-time', {}],
  ['server-basic-svelte', 'get-time', {}],
  ['server-basic-preact', 'get-time', {}],
  ['server-basic-solid', 'get-time', {}],
  ['server-sheet-music', 'play-sheet-music', {}],
  ['server-video-resource', 'play_video', { videoId: 'bunny-1mb' }],
  ['server-budget-allocator', 'get-budget-data', {}],
  ['server-threejs', 'show_threejs_scene', {}],
  ['server-debug', 'debug-tool', { includeStructuredContent: true }],
]

const SDKS = { '1.7.5': 'ext-apps-1', '2.0.4': '@modelcontextprotocol/ext-apps' }

let site: Site
const running = new Map<string, RunningServer>()

beforeAll(async () => {
  site = await startSite()
  const started = [...examples.map(([name]) => name), 'server-map'].map(async (name) => {
    const program = join(peersFolder, 'node_modules/@modelcontextprotocol', name, 'dist/index.js')
    running.set(name, await startServer({ cwd: peersFolder, args: [program], env: { PORT: '{port}' } }))
  })
  await Promise.all(started)
}, 120_000)
afterAll(async () => {
  site.close()
  await Promise.all([...running.values()].map(({ stop }) => stop()))
})

async function sdkView(sdk: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'sdk-view.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    nodePaths: [join(peersFolder, 'node_modules')],
    alias: { '@modelcontextprotocol/ext-apps': sdk },
    logLevel: 'silent',
  })
  // The text of a script ends where it says so, also within its own texts.
  return `<!doctype html><p>SDK</p><script type="module">${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`
}

describe.each(browsers)('in %s', (_, start) => {
  let browser: OpenedBrowser
  beforeAll(async () => {
    browser = await start()
  }, 60_000)
  afterAll(() => browser.close())

  const isolations = [
    ['opaque', () => site.proxy()],
    ['origin', () => site.proxy('{hash}')],
  ] as const

  describe.each(isolations)('isolation: %s', (isolation, proxy) => {
    test.for(examples)('the view of %s starts, and gets the result of its tool', async ([name, tool, args]) => {
      const host = await openHost(browser, site.page(isolation === 'origin' ? { frameSrc: '*.localhost' } : {}))
      const server = `${running.get(name)!.origin}/mcp`
      const { app, error, message } = await host.mount({ server, tool, proxy: proxy() + host.path, call: args })
      expect([error, message]).toEqual([undefined, undefined])
      const methods = async (direction: string) =>
        (await host.events(app)).flatMap((event) =>
          event.type === 'message' && event.direction === direction
            ? [(event.message as { method?: string }).method]
            : [],
        )
      await waitFor('the result is told', async () => (await methods('out')).includes('ui/notifications/tool-result'))
      await waitFor('the view has a size', async () => (await methods('in')).includes('ui/notifications/size-changed'))
      const unknown = (await host.events(app)).filter(({ type }) => type === 'ignored' || type === 'warning')
      expect(unknown).toEqual([])
      await host.run('call', app, 'close', 'done')
      expect(await host.closed(app)).toBe('done')
      await host.close()
    })

    test.for(Object.entries(SDKS))('a view built on ext-apps %s does everything once', async ([, sdk]) => {
      const { url } = await site.server({
        view: { html: await sdkView(sdk) },
        'for-apps': { html: '', visibility: ['app'] },
        'for-models': { html: '', visibility: ['model'] },
        note: { html: 'a note', mimeType: 'text/plain' },
      })
      const host = await openHost(browser, site.page())
      const options = { hostContext: { theme: 'dark', availableDisplayModes: ['inline', 'fullscreen'] } } as const
      const { app, error, message } = await host.mount({
        ...{ server: url, tool: 'view', proxy: proxy() + host.path, call: { city: 'Paris' } },
        options: options as never,
      })
      expect([error, message]).toEqual([undefined, undefined])
      const got = await waitFor('the view is done', async () => {
        const found = (await host.logs(app)).find(({ data }) => (data as { host?: string }).host)
        return found?.data as Record<string, unknown> | undefined
      })
      expect(got).toMatchObject({
        host: 'mcp-over-fetch',
        theme: 'dark',
        input: { city: 'Paris' },
        result: [{ type: 'text', text: '{"city":"Paris"}' }],
        called: [{ type: 'text', text: '{"a":1}' }],
        refused: expect.stringContaining('The tool for-models is not for apps'),
        read: [{ text: 'a note' }],
        mode: { mode: 'fullscreen' },
      })
      expect((await host.asked(app)).map(({ name }) => name)).toEqual(['onOpenLink', 'onMessage', 'onModelContext'])
      await host.run('call', app, 'close', 'done')
      expect((await host.logs(app)).at(-1)?.data).toEqual({ torn: 'down' })
      await host.close()
    })
  })

  test('a view that never starts, without the network it needs, is an error and leaves the result', async () => {
    const host = await openHost(browser, site.page())
    const server = `${running.get('server-map')!.origin}/mcp`
    const options = { timeout: 2_000, allowDomain: undefined }
    const shown = await host.mount({ server, tool: 'show-map', proxy: site.proxy() + host.path, options })
    expect(shown.error).toBe('silent')
    expect(await host.run('frames')).toBe(0)
    await host.close()
  })

  test('our view examines the official host through our proxy page', async () => {
    const host = await openHost(browser, `${site.page()}?bridge`)
    const html = testView({ appTool: 'for-apps' })
    await host.tab.evaluate(`appsPage.show(${JSON.stringify(`${site.sameSite}${host.path}`)}, ${JSON.stringify(html)})`)
    const reports = await waitFor('the view has examined its host', async () => {
      const logs = await host.tab.evaluate<{ logger?: string; data: TestViewReport }[]>('appsPage.logs()')
      const found = logs.filter(({ logger }) => logger === 'test-view').map(({ data }) => data)
      return found.some(({ id }) => id === 'end') && found
    })
    expect(reports.filter(({ ok }) => !ok)).toEqual([])
    expect(reports.length).toBeGreaterThan(18)
    await host.close()
  })
})
