/** Long lists and long results: drawn in steps, readable, and with all their digits. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'

/** Texts of buttons that do not fit into them. */
async function cutOff({ locator }: PlaygroundPage, selector: string): Promise<string[]> {
  return locator(selector).evaluateAll((buttons) =>
    buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent ?? ''),
  )
}

export function testLarge(fixture: () => Fixture): void {
  describe('a server with 1,025 tools', () => {
    test.each([
      [1280, 720],
      [1600, 900],
      [390, 844],
    ])('has room for the names of its lists at %i × %i, and the search finds the last tool', async (width, height) => {
      const server = fixture().realm()
      await server.configure({ versions: ['2025-11-25'] })
      const tools = Array.from({ length: 1_025 }, (_, index) => ({
        name: `tool_${index}_with_a_name_that_is_long`,
        description: 'Has a description, too',
        inputSchema: { type: 'object' },
      }))
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools } }] })
      const playgroundPage = await fixture().openPage('', { width, height })
      const { page, connect, locator, problems, close } = playgroundPage
      try {
        await connect({ url: server.url })
        if (width < 700) await locator('.pane-tabs button:has-text("Server")').click()
        await locator('.tabs .count:text-is("1k")').waitFor()
        expect(await cutOff(playgroundPage, '.browse .tabs button')).toEqual([])
        expect(await page.getByLabel('Search tools').getAttribute('placeholder')).toMatch(/1,025 tools/)
        await locator('.items li:has-text("25 more")').waitFor()
        await expect.poll(() => locator('.items button').count()).toBe(1_000)
        await page.getByLabel('Search tools').fill('tool_1024')
        await expect.poll(() => locator('.items code').allInnerTexts()).toEqual(['tool_1024_with_a_name_that_is_long'])
        expect(problems).toEqual([])
      } finally {
        await close()
      }
    })
  })

  describe('JSON text of a result', () => {
    const call = async ({ connect, open, press }: PlaygroundPage, text: string) => {
      const server = fixture().realm()
      await server.configure({ versions: ['2025-11-25'] })
      await server.script(
        {
          on: { rpcMethod: 'tools/list' },
          do: [{ answer: { tools: [{ name: 'try', inputSchema: { type: 'object' } }] } }],
        },
        { on: { rpcMethod: 'tools/call' }, do: [{ answer: { content: [{ type: 'text', text }] } }] },
      )
      await connect({ url: server.url })
      await open('Tools', 'try')
      await press('Call')
    }

    test(
      'of two megabytes is a tree, as short text is, and keeps the digits of large integers',
      withPage(fixture, async (playgroundPage) => {
        const { locator, read, problems } = playgroundPage
        const item = '{"id":9007199254740993,"name":"An item with a name","tags":["one","two"],"nested":{"on":true}}'
        await call(playgroundPage, `[${Array.from({ length: 20_000 }, () => item).join(',')}]`)
        await locator('.outcome.good .json').first().waitFor()
        expect(await read('.block .kind')).toBe('JSON')
        expect(await read('.block .json')).toMatch(/\[ 20,000 \][\s\S]*id: 9007199254740993/)
        await locator('.json button:has-text("19,900 more")').click()
        await locator('.json button:has-text("19,400 more")').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'that breaks off is shown as text',
      withPage(fixture, async (playgroundPage) => {
        await call(playgroundPage, `[${'1,'.repeat(150_000)}`)
        await playgroundPage.locator('.outcome.good pre').first().waitFor()
        expect(await playgroundPage.locator('.block .json').count()).toBe(0)
        expect(playgroundPage.problems).toEqual([])
      }),
    )
  })
}
