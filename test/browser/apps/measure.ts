/** Measures, in three browsers, how long a view takes from its mount to its result, beside the official host: `npx tsx test/browser/apps/measure.ts`. */
import { viewPage } from '../../../src/testing/apps/view-script.ts'
import { browsers, openHost } from './host-tab.ts'
import installPeers from './install.ts'
import { startSite } from './site.ts'

const COUNT = 40

await installPeers()
const site = await startSite()
const html = viewPage(`on('ui/notifications/tool-result', () => { log('told') }); start().then(settled)`)
for (const [name, start] of browsers) {
  const browser = await start()
  const host = await openHost(browser, `${site.page()}?measure-page`)
  const given = [site.sameSite + host.path, html, COUNT].map((value) => JSON.stringify(value))
  const times = await host.tab.evaluate<Record<'ours' | 'official', number[]>>(`appsPage.measure(${given.join()})`)
  const medians = Object.entries(times).map(([key, all]) => `${key} ${median(all).toFixed(1)} ms`)
  console.log(`${name}: ${medians.join(', ')}, median of ${COUNT}`)
  await browser.close()
}
site.close()

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
