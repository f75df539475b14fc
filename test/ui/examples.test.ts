/** The pages of examples/ in Chromium, with the servers that they come with. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Examples, serveExamples } from '../../examples/serve.ts'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { root } from '../runtimes/paths.ts'
import { findProgram } from '../runtimes/setup.ts'

describe('the examples', { timeout: 30_000 }, () => {
  let browser: Browser
  let examples: Examples
  beforeAll(async () => {
    const executablePath = await findProgram('chromium')
    const ignoreDefaultArgs = ['--disable-popup-blocking']
    browser = await chromium.launch({ executablePath, args: chromiumArguments, ignoreDefaultArgs })
    examples = await serveExamples()
  }, 30_000)
  afterAll(async () => {
    await browser.close()
    examples.close()
  })

  /** Runs the steps in a page, which must report nothing but what is expected. */
  async function visit(path: string, steps: (page: Page) => Promise<void>, expected = /^%cDownload the React/) {
    const page = await browser.newPage()
    const reported: string[] = []
    page.on('console', (message) => reported.push(message.text()))
    page.on('pageerror', (error) => reported.push(String(error)))
    try {
      await page.goto(`${examples.url}${path}`)
      await steps(page)
      expect(reported.filter((text) => !expected.test(text))).toEqual([])
    } finally {
      await page.close()
    }
  }

  test('a chat page uses the tools of two servers', () =>
    visit('/chat/', async (page) => {
      await page.fill('input', 'Where is the lighthouse?')
      await page.click('button:enabled')
      await page.waitForSelector('.assistant >> nth=1')
      expect(await page.textContent('#servers')).toBe('atlas: ready · weather: ready · 2 tools')
      expect(await page.locator('#log p').allTextContents()).toEqual([
        'Where is the lighthouse?',
        'Let me look.',
        'atlas__find_place {"thing":"lighthouse"} → Alexandria',
        'weather__forecast {"place":"Alexandria"} → Tomorrow in Alexandria: 21 °C and a light wind',
        'It is in Alexandria. Tomorrow in Alexandria: 21 °C and a light wind.',
      ])
    }))

  test('the chat page has at most 120 lines', async () => {
    const files = ['index.html', 'chat.ts', 'model.ts'].map((file) => join(root, 'examples/chat', file))
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    expect(texts.join('').split('\n').length).toBeLessThanOrEqual(120)
  })

  test('a React page signs in, shows progress, cancels, asks in a form, and signs out', () =>
    visit(
      '/react/',
      async (page) => {
        const opened = page.waitForEvent('popup')
        await page.click('text=Sign in >> nth=-1')
        await (await opened).click('#allow')
        await page.click('#render button')
        await page.waitForSelector('#render progress[value]')
        await page.click('#render button:has-text("Cancel")')
        await page.waitForSelector('#render button:has-text("Run")')
        expect(await page.locator('#render output').count()).toBe(0)
        await page.click('#publish button')
        await page.click('form button >> nth=0')
        await page.waitForSelector('form small')
        await page.fill('form input', 'The Utah teapot')
        await page.selectOption('form select', 'friends')
        await page.click('form button >> nth=0')
        expect(await page.textContent('#publish output')).toBe('“The Utah teapot” is published for friends')
        await page.click('text=Sign out')
        await page.waitForSelector('.status.needs-user')
        expect(await page.locator('#render').count()).toBe(0)
      },
      // The browser itself reports the refusal that leads to the sign-in.
      /^%cDownload the React|status of 401/,
    ))
})
