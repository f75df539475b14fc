/** What views can rely on, in three browsers: a view examines its host, requirement by requirement. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewPage } from '../../../src/testing/apps/view-script.ts'
import { type MockApp, type TestViewReport, testView } from '../../../src/testing/index.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { browsers, type HostTab, type OpenedBrowser, openHost } from './host-tab.ts'
import { type Site, startSite, type Weakness } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Those that the view reports at its start; the others follow what the host does. */
const AT_START = [
  ...['lifecycle/initialize-capabilities', 'lifecycle/tool-input', 'lifecycle/tool-input-partial'],
  ...['lifecycle/tool-input-partial-stop', 'lifecycle/tool-result', 'capabilities/server-passthrough'],
  ...['context/initialize-hostcontext', 'security/sandbox-proxy-required', 'security/sandbox-distinct-origin'],
  ...['security/iframe-sandboxed', 'security/sandbox-permissions', 'security/sandbox-message-forwarding'],
  ...['security/unknown-method', 'security/sandbox-csp-enforced', 'security/csp-no-loosening'],
  ...['security/csp-allow-declared', 'security/csp-construct-from-domains', 'security/sandbox-no-self-requests'],
  ...['tools/proxy-call', 'visibility/app-tool-call-guard', 'resources/read-referenced', 'links/open-external'],
  ...['messages/add-to-conversation', 'messages/consent', 'model-context/provide-future-turns'],
  ...['display/unavailable-returns-current', 'display/return-resulting-mode', 'dimensions/listen-size-changed'],
  ...['context/context-changed', 'display/no-undeclared-mode', 'display/decline-undeclared'],
]

const plain = (script = '') => ({ html: viewPage(`start().then(() => { settled(); ${script} })`) })

describe.each(browsers)('in %s', (_, start) => {
  let browser: OpenedBrowser
  beforeAll(async () => {
    browser = await start()
  }, 60_000)
  afterAll(() => browser.close())

  async function show(
    apps: Record<string, MockApp>,
    { options = {}, proxy = site.proxy('{hash}'), query = '', weakness = {} as Weakness } = {},
  ) {
    const { url, mock } = await site.server(apps)
    const host = await openHost(browser, site.page(weakness))
    const mounted = await host.mount({ server: url, tool: 'view', proxy: proxy + host.path + query, options })
    return { ...host, ...mounted, app: mounted.app!, mock, url }
  }

  async function reports({ logs }: Pick<HostTab, 'logs'>, app: number): Promise<TestViewReport[]> {
    return (await logs(app)).filter(({ logger }) => logger === 'test-view').map(({ data }) => data as TestViewReport)
  }

  const ownOrigin = () => ({ proxy: site.sameSite, query: '?{hash}' })

  function examined() {
    const extra = { appTool: 'for-apps', modelTool: 'for-models', resource: { uri: 'ui://mock/note', text: 'a note' } }
    const html = testView({ declared: site.leak('declared'), undeclared: `${site.proxy('undeclared')}/`, ...extra })
    return {
      view: { html, csp: { connectDomains: [new URL(site.leak('declared')).origin] } },
      'for-apps': { html: '', visibility: ['app'] },
      'for-models': { html: '', visibility: ['model'] },
      note: { html: 'a note', mimeType: 'text/plain' },
    } satisfies Record<string, MockApp>
  }

  test.for(['origin', 'opaque'] as const)('every requirement is met (isolation: %s)', async (isolation) => {
    const options = { hostContext: { theme: 'dark', availableDisplayModes: ['inline', 'fullscreen'] } }
    const { app, error, run, asked, events, close, logs, closed, mock } = await show(examined(), {
      options: { ...options, isolation } as object,
      ...ownOrigin(),
    })
    expect(error).toBeUndefined()
    await run('call', app, 'partial', { city: 'Par' })
    await run('call', app, 'input', { city: 'Paris' })
    await run('call', app, 'partial', { city: 'too late' })
    await run('call', app, 'result', { content: [{ type: 'text', text: 'sunny' }], structuredContent: { degrees: 20 } })
    await run('call', app, 'cancel', 'too late')
    const all = await waitFor('the view has examined its host', async () => {
      const found = await reports({ logs }, app)
      return found.some(({ id }) => id === 'end') && found.some(({ id }) => id === 'lifecycle/tool-result') && found
    })
    const unmet = isolation === 'opaque' ? ['security/sandbox-permissions'] : []
    expect(all.filter(({ ok }) => !ok)).toMatchObject(unmet.map((id) => ({ id })))
    const own = isolation === 'origin' ? ['security/permissions-allow-attr'] : []
    expect([...new Set(all.map(({ id }) => id))].sort()).toEqual([...AT_START, ...own, 'end'].sort())
    // The audit log: what was granted, and why the rest was not.
    expect((await events(app)).find(({ type }) => type === 'policy')).toMatchObject({ dropped: [], permissions: [] })
    expect(all.find(({ id }) => id === 'lifecycle/tool-input')?.detail).toEqual({ arguments: { city: 'Paris' } })
    expect(await asked(app)).toEqual([
      { name: 'onOpenLink', value: 'https://example.com/' },
      { name: 'onMessage', value: { role: 'user', content: [{ type: 'text', text: 'hello' }] } },
      { name: 'onMessage', value: { role: 'user', content: [{ type: 'text', text: 'refuse me' }] } },
      { name: 'onModelContext', value: { content: [{ type: 'text', text: 'first' }] } },
      { name: 'onModelContext', value: { content: [{ type: 'text', text: 'last' }] } },
    ])
    const methods = (await events(app)).flatMap((event) =>
      event.type === 'message'
        ? [`${event.direction} ${(event.message as { method?: string }).method ?? 'answer'}`]
        : [],
    )
    expect(methods.slice(0, 5)).toEqual([
      'in ui/notifications/sandbox-proxy-ready',
      'out ui/notifications/sandbox-resource-ready',
      'in ui/initialize',
      'out answer',
      'in ui/notifications/initialized',
    ])
    await waitFor(
      'the frame follows the view',
      async () => (await run<{ height: string }>('size', app)).height === '321px',
    )
    await run('call', app, 'update', { theme: 'light', locale: 'fr' })
    await run('call', app, 'update', { theme: 'light' })
    await run('call', app, 'update', { displayMode: 'pip' })
    await waitFor('the view is told', async () =>
      (await reports({ logs }, app)).some(({ detail }) => (detail as { locale?: string } | null)?.locale === 'fr'),
    )
    const changes = (await reports({ logs }, app)).filter(({ id }) => id === 'context/context-changed')
    expect(changes.map(({ detail }) => detail)).toEqual([
      { displayMode: 'fullscreen' },
      { displayMode: 'inline' },
      { theme: 'light', locale: 'fr' },
    ])
    await run('call', app, 'close', 'the end')
    expect(await closed(app)).toBe('the end')
    const ids = (await reports({ logs }, app)).map(({ id }) => id)
    expect(ids.slice(-2)).toEqual(['lifecycle/teardown-notify', 'lifecycle/teardown-await'])
    expect(await run('frames')).toBe(0)
    const declared = JSON.stringify(mock.journal.requests)
    expect(declared).toContain('text/html;profile=mcp-app')
    await close()
  })

  test('a view without declared domains reaches none, and the call that was canceled is no result', async () => {
    const { app, run, logs, close } = await show(
      { view: { html: testView({ undeclared: site.leak('denied') }) } },
      ownOrigin(),
    )
    await run('call', app, 'input', {})
    await run('call', app, 'cancel', 'enough')
    const all = await waitFor('the view has examined its host', async () => {
      const found = await reports({ logs }, app)
      return found.some(({ id }) => id === 'end') && found.some(({ id }) => id === 'lifecycle/tool-cancelled') && found
    })
    expect(all.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual([])
    expect(all.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['security/csp-default-deny', 'lifecycle/tool-cancelled']),
    )
    expect(site.leaked()).not.toContain('denied')
    await close()
  })

  test('what cannot be shown is refused with its reason, and leaves nothing behind', async () => {
    const apps = {
      view: plain(),
      'wrong-type': { ...plain(), mimeType: 'text/html' },
      large: { html: `<p>${'x'.repeat(9 * 1024 * 1024)}` },
      'very-large': { html: `<p>${'x'.repeat(16 * 1024 * 1024)}` },
      silent: { html: '<p>I never start' },
    }
    const host = await openHost(browser, site.page())
    const { url } = await site.server(apps)
    const proxy = site.proxy('{hash}') + host.path
    const mount = async (tool: string, options: object = {}, place = proxy) => {
      const { error, message } = await host.mount({ server: url, tool, proxy: place, options: options as never })
      return [error, message]
    }
    expect(await mount('wrong-type')).toEqual([
      'invalid-view',
      'The view ui://mock/wrong-type is not of the type text/html;profile=mcp-app: got text/html',
    ])
    expect((await mount('large'))[0]).toBe('invalid-view')
    // Larger than any message that the client takes.
    expect((await mount('very-large'))[0]).toBe('invalid-message')
    expect(await mount('silent', { timeout: 300 })).toEqual([
      'silent',
      'The view ui://mock/silent did not start in time (timeout)',
    ])
    const { origin } = new URL(site.page())
    expect((await mount('view', {}, `${origin}/{hash}`))[0]).toBe('shared-origin')
    expect((await mount('view', {}, origin))[0]).toBe('shared-origin')
    expect((await mount('view', { isolation: 'origin' }, site.proxy()))[1]).toContain("isolation: 'origin'")
    const other = await site.server(apps)
    const shared = `${site.proxy('both')}${host.path}?{hash}`
    expect((await mount('view', {}, shared))[0]).toBeUndefined()
    const second = await host.mount({ server: other.url, tool: 'view', proxy: shared })
    expect([second.error, second.message]).toEqual([
      'shared-origin',
      `proxy: ${site.proxy('both')} is in use for another server. Each needs one of its own`,
    ])
    expect(await host.run('frames')).toBe(1)
    await host.close()
  })

  test('a proxy page that is blocked is an error that names the directive', async () => {
    const elsewhere = await site.server({})
    const { error, message, run, close } = await show({ view: plain() }, { proxy: new URL(elsewhere.url).origin })
    expect(error).toBe('blocked')
    expect(message).toMatch(
      /^No app proxy at http:\/\/127[^ ]+. This page's Content-Security-Policy blocks it: frame-src/,
    )
    expect(await run('frames')).toBe(0)
    await close()
    const silent = await show(
      { view: plain() },
      {
        proxy: new URL(elsewhere.url).origin,
        weakness: { noFrameSrc: true },
        options: { proxyTimeout: 300 },
      },
    )
    expect(silent.error).toBe('blocked')
    expect(silent.message).toContain('did not load in time. Add it to frame-src')
    await silent.close()
  })

  test('a page whose policy would let its frames go anywhere gets a warning', async () => {
    const warned = async (weakness: Weakness, isExpected: boolean) => {
      const { app, events, close, run } = await show({ view: plain() }, { weakness })
      await run('call', app, 'update', { theme: 'dark' })
      const seen = async () => (await events(app)).filter(({ type }) => type === 'warning')
      if (isExpected) await waitFor('the warning', async () => (await seen()).length > 0)
      const warnings = await seen()
      await close()
      return warnings.length
    }
    expect(await warned({ noFrameSrc: true }, true)).toBe(1)
    // Addresses that are no proxy pages of this page's servers are other sites.
    expect(await warned({}, true)).toBe(1)
    expect(await warned({ frameSrc: '*.localhost' }, false)).toBe(0)
  })

  test.for([
    ['a byte order mark', '\uFEFF'],
    ['a script', '<script>globalThis.early = true</script>'],
    ['a comment', '<!-- hello -->'],
  ] as const)('a view that begins with %s starts', async ([, beginning]) => {
    const { error, close } = await show({ view: { html: beginning + plain().html } })
    expect(error).toBeUndefined()
    await close()
  })

  test('a view that never answers is removed in time, and one that asks to be closed is', async () => {
    const { app, run, closed, asked, close } = await show(
      {
        view: plain(
          `on('ui/resource-teardown', () => new Promise(() => {})); notify('ui/notifications/request-teardown')`,
        ),
      },
      { options: { teardownTimeout: 100 } },
    )
    await waitFor('the view asks', async () => (await asked(app)).some(({ name }) => name === 'onCloseRequest'))
    await run('call', app, 'close', 'gone')
    expect(await closed(app)).toBe('gone')
    await close()
  })

  test('methods without their prefix are not those of views', async () => {
    const { app, run, events, close } = await show({
      view: plain(`post({ method: 'size-changed', params: { height: 77 } }); notify('request-teardown'); log('done')`),
    })
    await waitFor('the view is done', async () =>
      (await events(app)).some((event) => JSON.stringify(event).includes('"done"')),
    )
    expect((await events(app)).filter(({ type }) => type === 'ignored')).toHaveLength(2)
    expect(await run<{ height: string }>('size', app)).not.toMatchObject({ height: '77px' })
    await close()
  })

  test('domains that stand for the proxy page itself are reported as dropped', async () => {
    const { port } = new URL(site.proxy())
    const csp = { frameDomains: [`http://all.localhost:${port}`, `http://other.localhost:${port}`] }
    const { app, events, close } = await show(
      { view: { ...plain(), csp } },
      { proxy: site.proxy('all'), query: '?{hash}' },
    )
    expect((await events(app)).find(({ type }) => type === 'policy')).toMatchObject({
      csp: { frameDomains: [csp.frameDomains[1]] },
      dropped: [{ list: 'frameDomains', entry: csp.frameDomains[0], reason: 'own-proxy' }],
    })
    await close()
  })

  test('a view that leaves while it is closed does not hold up close()', async () => {
    const { app, run, closed, close } = await show(
      { view: plain(`on('ui/resource-teardown', () => { parent.location.reload(); return new Promise(() => {}) })`) },
      { options: { teardownTimeout: 1_000_000 } },
    )
    await run('call', app, 'close', 'gone')
    expect(await closed(app)).toBe('navigated')
    await close()
  })

  test('a hundred apps leave no frame and no listener behind', async () => {
    const { url } = await site.server({ view: plain() })
    const host = await openHost(browser, site.page())
    const left = await host.tab.evaluate(
      `appsPage.repeat(100, ${JSON.stringify({ server: url, tool: 'view', proxy: site.proxy('{hash}') + host.path })})`,
    )
    expect(left).toEqual({ shown: 100, frames: 0, listeners: 0, timers: 0 })
    await host.close()
  })
})
