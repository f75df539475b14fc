/** `<McpApp>` in React 19, in Chromium: rendering again does not start the view again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewPage } from '../../../src/testing/apps/view-script.ts'
import installPeers from '../../interop/ui/install-peers.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { browsers, type HostTab, type OpenedBrowser, openHost } from './host-tab.ts'
import { type Site, startSite } from './site.ts'

interface Seen {
  mounts: number
  logs: unknown[]
  links: string[]
  frames: number
  text: string
}

let site: Site
let browser: OpenedBrowser
beforeAll(async () => {
  await installPeers()
  site = await startSite()
  browser = await browsers[0]![1]()
}, 240_000)
afterAll(async () => {
  site.close()
  await browser.close()
})

const view = viewPage(`
  for (const name of ['tool-input', 'tool-result', 'host-context-changed']) {
    on('ui/notifications/' + name, (params) => log([name, params]))
  }
  start().then(() => { settled(); log(['started']) })
  on('ui/notifications/host-context-changed', async (params) => {
    await request('ui/open-link', { url: 'https://example.com/' })
    log(['host-context-changed', params])
  })`)

async function open(tool: string): Promise<HostTab & { seen(): Promise<Seen> }> {
  const { url } = await site.server({ view: { html: view }, broken: { html: view, mimeType: 'text/html' } })
  const host = await openHost(browser, `${site.page()}?react-page`)
  const given = { server: url, tool, proxy: site.proxy('{hash}') + host.path }
  await host.tab.evaluate(`appsPage.render(${JSON.stringify(given)})`)
  return { ...host, seen: () => host.tab.evaluate<Seen>('appsPage.seen()') }
}

test('starts once, is told what changes, calls the last functions, and goes with its component', async () => {
  const { tab, seen, close } = await open('view')
  await waitFor('the view is mounted', async () => (await seen()).mounts === 1)
  await tab.evaluate(`appsPage.change({ args: { city: 'Paris' } })`)
  await tab.evaluate(`appsPage.change({ args: { city: 'Paris' }, result: { content: [] } })`)
  await tab.evaluate(
    `appsPage.change({ args: { city: 'Rome' }, result: { content: [] }, hostContext: { theme: 'dark' } })`,
  )
  await waitFor('the view is told', async () =>
    (await seen()).logs.some((log) => JSON.stringify(log).includes('theme')),
  )
  const { logs, frames, mounts, links } = await seen()
  expect(logs).toEqual([
    ['started'],
    ['tool-input', { arguments: { city: 'Paris' } }],
    ['tool-result', { content: [] }],
    ['host-context-changed', { theme: 'dark' }],
  ])
  expect([frames, mounts, links]).toEqual([1, 1, ['the last rendering']])
  await tab.evaluate('unmount()')
  await waitFor('the frame is gone', async () => (await seen()).frames === 0)
  await close()
})

test('shows the view of another tool after one that could not be shown, and says so without a fallback', async () => {
  const { tab, seen, close } = await open('broken')
  await waitFor('the fallback is shown', async () => (await seen()).text === 'Not shown: invalid-view')
  await tab.evaluate('appsPage.change({ fallback: undefined })')
  await waitFor('a sentence is shown', async () => (await seen()).text.endsWith('This view cannot be shown.'))
  await tab.evaluate(
    `appsPage.change({ tool: { name: 'view', inputSchema: {}, _meta: { ui: { resourceUri: 'ui://mock/view' } } } })`,
  )
  await waitFor('the view is mounted', async () => (await seen()).mounts === 1)
  expect(await seen()).toMatchObject({ frames: 1, text: '' })
  await close()
})

test('shows the fallback when the view leaves its proxy page later', async () => {
  const { tab, seen, close } = await open('view')
  await waitFor('the view is mounted', async () => (await seen()).mounts === 1)
  // As after an attack, the frame loads once more.
  await tab.evaluate(`document.querySelector('iframe').dispatchEvent(new Event('load'))`)
  await waitFor('the fallback is shown', async () => (await seen()).text === 'Not shown: navigated')
  expect((await seen()).frames).toBe(0)
  await close()
})

test('shows the fallback where the view cannot be shown', async () => {
  const { seen, close } = await open('broken')
  await waitFor('the fallback is shown', async () => (await seen()).text === 'Not shown: invalid-view')
  expect((await seen()).frames).toBe(0)
  await close()
})
