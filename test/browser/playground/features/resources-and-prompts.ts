/** Resources, prompts, completion, and change notifications. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testResourcesAndPrompts(fixture: () => Fixture): void {
  describe.each(['2026-07-28', '2025-11-25'])('resources and prompts of %s', (preset) => {
    test(
      'are read, completed while typing, and watched for changes',
      withPage(fixture, async ({ page, connect, open, press, read, locator, call, problems, openWireTab }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        const copyLink = async () => {
          await press('Copy link')
          const link = await page.evaluate(() => navigator.clipboard.readText())
          return Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)))
        }
        await connect({ preset })
        await open('Resources', 'Static text')
        await press('Read')
        expect(await read('.outcome.good pre')).toMatch(/content of the static text resource/)

        expect(await copyLink()).toMatchObject({ resource: 'test://static-text' })
        await open('Resources', 'Data by id')
        expect(await copyLink()).toMatchObject({ template: expect.stringMatching(/^test:.*\{id\}/) })
        await page.getByLabel(/^id /).fill('12')
        await locator('.suggestions button:has-text("124")').click()
        await press('Read')
        expect(await read('.outcome.good')).toMatch(/Data for ID: 124/)

        await open('Prompts', 'test_prompt_with_arguments')
        await page.getByLabel(/^arg1 /).fill('par')
        await locator('.suggestions button:has-text("party")').click()
        await page.getByLabel(/^arg2 /).fill('tea')
        const args = JSON.stringify({ arg1: 'party', arg2: 'tea' })
        expect(await copyLink()).toMatchObject({ prompt: 'test_prompt_with_arguments', args })
        await press('Get')
        expect(await read('.message')).toMatch(/arg1='party', arg2='tea'/)

        await open('Resources', 'watched-resource')
        await press('Watch for changes')
        await openWireTab('Notifications')
        await locator('.received-changes li:has-text("listening to")').first().waitFor()
        await call('test_update_resource')
        await call('test_trigger_tool_change')
        await locator('.items code:text-is("extra")').waitFor()
        await openWireTab('Notifications')
        expect(await read('.received-changes')).toMatch(/list of tools changed[\s\S]*test:\/\/watched-resource changed/)
        expect(problems).toEqual([])
      }),
    )
  })

  describe('a resource template', () => {
    const listTemplates = async (uriTemplate: string) => {
      const server = fixture().realm()
      const resourceTemplates = [{ uriTemplate, name: 'of the test' }]
      await server.configure({ versions: ['2025-11-25'] })
      await server.script(
        { on: { rpcMethod: 'resources/templates/list' }, do: [{ answer: { resourceTemplates } }] },
        { on: { rpcMethod: 'resources/read' }, do: [{ answer: { contents: [{ uri: 'x:y', text: 'read' }] } }] },
      )
      const lastUri = async () => {
        const reads = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'resources/read')
        return (reads.at(-1)?.body as { params: { uri: string } } | undefined)?.params.uri
      }
      return { url: server.url, lastUri }
    }

    test(
      'is read once its required variables have a text; those of a query may be left out',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const server = await listTemplates('repo://{owner}/{repo}{?state,page}')
        await connect({ url: server.url })
        await open('Resources', 'of the test')
        expect(await locator('.call-form label').allInnerTexts()).toEqual([
          'owner text, required',
          'repo text, required',
          'state text',
          'page text',
        ])
        await page.getByLabel(/^repo /).fill('a b')
        expect(await read('.uri-preview')).toBe('URI repo://{owner}/a%20b')
        await press('Read')
        expect(await locator('.call-form .problem').allInnerTexts()).toEqual(['Required.'])
        await locator('[aria-invalid=true]:focus').waitFor()
        await page.keyboard.type('ada')
        expect(await locator('.call-form .problem').count()).toBe(0)
        expect(await server.lastUri()).toBeUndefined()
        await page.keyboard.press('Enter')
        await locator('.outcome.good').waitFor()
        expect(await server.lastUri()).toBe('repo://ada/a%20b')
        await page.getByLabel(/^page /).fill('2')
        await press('Read')
        await locator('.outcome.good').waitFor()
        expect(await server.lastUri()).toBe('repo://ada/a%20b?page=2')
        expect(problems).toEqual([])
      }),
    )

    test(
      'of any form is expanded as RFC 6570 says, also with names that all objects have',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const server = await listTemplates('x://{toString}{/path*}{;a,b}{.c,d}{+e}{#f}')
        await connect({ url: server.url })
        await open('Resources', 'of the test')
        const values = { toString: 'x/y', path: 'one,two', a: '1', c: 'C', d: 'D', e: '/e?', f: '#!' }
        for (const [name, value] of Object.entries(values)) await page.getByLabel(new RegExp(`^${name} `)).fill(value)
        await press('Read')
        await locator('.outcome.good').waitFor()
        expect(await server.lastUri()).toBe('x://x%2Fy/one/two;a=1.C.D/e?##!')
        expect(problems).toEqual([])
      }),
    )

    test(
      'that is not valid is replaced by a field for the URI',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const server = await listTemplates('x://{not valid}')
        await connect({ url: server.url })
        await open('Resources', 'of the test')
        expect(await read('.call-form')).toMatch(/not a valid URI template/)
        await page.getByLabel('URI', { exact: true }).fill('x://valid')
        await press('Read')
        await locator('.outcome.good').waitFor()
        expect(await server.lastUri()).toBe('x://valid')
        expect(problems).toEqual([])
      }),
    )
  })

  describe('a watched resource', () => {
    test(
      'that changes is marked in the list, and read again when it is looked at',
      withPage(fixture, async ({ connect, open, press, locator, call, read, openWireTab, problems }) => {
        await connect({ preset: '2025-11-25' })
        await open('Resources', 'watched-resource')
        await press('Read')
        await locator('.outcome.good').waitFor()
        await press('Watch for changes')
        await call('test_update_resource')
        await locator('.outcome.good').waitFor()
        await locator('.tabs button:has-text("Resources")').click()
        const item = locator('.items button:has(code:text-is("watched-resource"))')
        await item.locator('.tag:text-is("changed")').waitFor()
        await item.click()
        await locator('.tag:has-text("read again")').waitFor()
        expect(await item.locator('.tag:text-is("changed")').count()).toBe(0)
        expect(await read('.call')).toMatch(/^OK /)
        await openWireTab('History')
        await expect.poll(() => locator('.history li:has-text("watched-resource")').count()).toBe(2)
        expect(problems).toEqual([])
      }),
    )
  })

  describe('a prompt', () => {
    test(
      'is not requested while a required argument is missing',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await open('Prompts', 'test_prompt_with_arguments')
        await page.getByLabel(/^arg2 /).fill('tea')
        await press('Get')
        expect(await locator('.call-form .problem').allInnerTexts()).toEqual(['Required.'])
        await locator('[aria-invalid=true]:focus').waitFor()
        expect(await locator('.call').count()).toBe(0)
        await page.keyboard.type('party')
        await press('Get')
        await locator('.outcome.good').waitFor()
        expect(problems).toEqual([])
      }),
    )
  })
}
