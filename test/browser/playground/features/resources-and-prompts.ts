/** Resources, prompts, completion, and change notifications. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testResourcesAndPrompts(fixture: () => Fixture): void {
  describe.each(['2026-07-28', '2025-11-25'])('resources and prompts of %s', (preset) => {
    test(
      'are read, completed while typing, and watched for changes',
      withPage(fixture, async ({ page, connect, open, press, read, locator, call, problems }) => {
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
        await locator('.other-views button:has-text("Changes")').click()
        await locator('.received-changes li:has-text("listening to")').first().waitFor()
        await call('test_update_resource')
        await call('test_trigger_tool_change')
        await locator('.items code:text-is("extra")').waitFor()
        await locator('.other-views button:has-text("Changes")').click()
        expect(await read('.received-changes')).toMatch(/list of tools changed[\s\S]*test:\/\/watched-resource changed/)
        expect(problems).toEqual([])
      }),
    )
  })
}
