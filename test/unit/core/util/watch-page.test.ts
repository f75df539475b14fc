import { afterEach, expect, test, vi } from 'vitest'
import { type PageEvent, systemEnvironment } from '../../../../src/core/util/environment.ts'

/** A page with the events of a browser. */
function openPage() {
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    onvisibilitychange: null,
    onresume: null,
  })
  vi.stubGlobal('document', document)
  // Only pages and workers of browsers have these.
  const page = new EventTarget()
  vi.stubGlobal('ononline', null)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const seen: PageEvent[] = []
  const stop = systemEnvironment.watchPage!((event) => seen.push(event))
  return { document, seen, stop }
}

afterEach(() => vi.unstubAllGlobals())

test('a page that was frozen and runs again counts as restored', () => {
  const { document, seen } = openPage()
  document.dispatchEvent(new Event('resume'))
  expect(seen).toEqual(['restored'])
})

test('a tab that is shown again is reported, one that is hidden is not', () => {
  const { document, seen } = openPage()
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(seen).toEqual(['visible'])
})

test('nothing is reported after the end', () => {
  const { document, seen, stop } = openPage()
  stop()
  document.dispatchEvent(new Event('resume'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(seen).toEqual([])
})
