/** The types of the connected server: generated on the page, copied, saved, and used by a program that compiles. */
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createScratch } from '../../../../playground/server/scratch.ts'
import { installed, root } from '../../../support/paths.ts'
import { runProcess } from '../../../support/processes.ts'
import { compilerOptions } from '../compiler-options.ts'
import { type Fixture, withPage } from '../fixture.ts'
import { findViolations } from './accessibility.ts'

export function testTypes(fixture: () => Fixture): void {
  describe('the types of a server', () => {
    test.each(['light', 'dark'] as const)(
      'are shown beside the other code, in the %s theme without a violation of axe',
      async (colorScheme) => {
        const playgroundPage = await fixture().openPage('', { colorScheme })
        const { connect, read, press, locator, problems } = playgroundPage
        await connect({ preset: '2025-11-25' })
        await locator('.code summary').first().click()
        await press('Types')
        await locator('.generated-types').waitFor()
        const shown = await read('.generated-types')
        expect(shown).toMatch(/export interface Mock \{[\s\S]*\becho: \{[\s\S]*export const mockDigests/)
        expect(await read('.types-usage')).toMatch(/import type \{ Mock \} from '\.\/mock\.ts'[\s\S]*connect<Mock>\(/)
        expect(await findViolations(playgroundPage)).toEqual([])
        expect(problems).toEqual([])
        await playgroundPage.close()
      },
    )

    test(
      'are saved as a file that compiles together with its use',
      withPage(fixture, async ({ page, connect, press, read, locator }) => {
        const server = fixture().realm()
        await connect({ url: server.url })
        await locator('.code summary').first().click()
        await press('Types')
        await locator('.generated-types').waitFor()
        const [saved] = await Promise.all([page.waitForEvent('download'), press('Download mock.ts')])
        const usage = await read('.types-usage')
        const scratch = await createScratch()
        try {
          await saved.saveAs(join(scratch.path, saved.suggestedFilename()))
          expect(await readFile(join(scratch.path, 'mock.ts'), 'utf8')).toContain('export interface Mock {')
          const wrong = `// @ts-expect-error there is no such tool\nawait client.callTool('no_such_tool', {})\n`
          const right = `await client.callTool('add', { a: 1, b: 2 })\n`
          await writeFile(join(scratch.path, 'use.ts'), `${usage}\n${wrong}${right}`)
          await writeFile(join(scratch.path, 'package.json'), '{ "type": "module" }')
          await symlink(join(root, 'node_modules'), join(scratch.path, 'node_modules'))
          const paths = { 'mcp-over-fetch': [join(root, 'src/core/index.ts')] }
          await writeFile(
            join(scratch.path, 'tsconfig.json'),
            JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, files: ['use.ts'] }),
          )
          await runProcess(installed('tsc'), ['-p', scratch.path], { cwd: scratch.path, limit: 60_000 })
        } finally {
          await scratch.dispose()
        }
      }),
    )

    test(
      'follow the lists of the server, and a list that cannot be read is an error to try again',
      withPage(fixture, async ({ page, connect, press, read, locator }) => {
        const server = fixture().realm()
        await connect({ url: server.url })
        await locator('.code summary').first().click()
        await server.script({
          on: { rpcMethod: 'prompts/list' },
          do: [{ answerError: { code: -32_603, message: 'no prompts today' } }],
        })
        await press('Types')
        await expect.poll(() => read('.code [role=alert]')).toMatch(/could not be generated[\s\S]*no prompts today/)
        await server.script()
        await press('Try again')
        await locator('.generated-types').waitFor()
        const tools = [{ name: 'came_later', inputSchema: { type: 'object' } }]
        await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools } }] })
        await press('Reload the lists')
        await expect.poll(() => read('.generated-types')).toMatch(/tools: \{\s+came_later: \{/)
        await press('Plain')
        expect(await page.locator('.generated-types').count()).toBe(0)
      }),
    )
  })
}
