/** The size of the smallest programs, in bytes after gzip. */
import { describe, expect, test } from 'vitest'
import budget from './budget.json' with { type: 'json' }
import { bundle, sizePerFile } from './bundle.ts'

const program = `export { connect, isMcpError } from './dist/core/index.js'`
const own = await bundle(program, { packages: 'external' })
const total = await bundle(program)

describe('size', () => {
  test('our own code fits its budget', async () => {
    const parts = await sizePerFile(program, { packages: 'external' })
    const lines = parts.map(({ file, bytes }) => `${String(bytes).padStart(6)}  ${file}`)
    console.log([`own code: ${compare(own.size, budget.own)}. Without it, a file would save:`, ...lines].join('\n'))
    const largest = parts.slice(0, 8).map(({ file, bytes }) => `${file} ${bytes}`)
    expect(own.size, `${compare(own.size, budget.own)}; largest: ${largest.join(', ')}`).toBeLessThanOrEqual(budget.own)
  })

  test('with its dependencies it fits its budget', () => {
    console.log(`with dependencies: ${compare(total.size, budget.total)}`)
    expect(total.size, compare(total.size, budget.total)).toBeLessThanOrEqual(budget.total)
  })

  test('unused imports add nothing to a bundle', async () => {
    const nothing = await bundle(`import {} from 'mcp-over-fetch'`)
    const everythingUnused = await bundle(`import * as all from 'mcp-over-fetch'`)
    expect([nothing.text, everythingUnused.text]).toEqual(['', ''])
  })

  test('isMcpError alone does not bundle the client', async () => {
    const { files } = await bundle(`export { isMcpError } from 'mcp-over-fetch'`)
    expect(files).toEqual(['dist/core/errors.js'])
  })

  test('the bundle contains no eval and no Function constructor, as a strict content security policy demands', () => {
    expect(total.text).not.toMatch(/\beval\b|\bFunction\b/)
  })

  test('zod is not in the bundle', () => {
    expect(total.files.filter((file) => file.includes('/zod/'))).toEqual([])
  })
})

describe('the size of authorization', () => {
  const interactive = `export { oauth } from './dist/oauth/index.js'`

  test('interactive sign-in fits its budget, with its dependency and without', async () => {
    const all = await bundle(interactive)
    const ours = await bundle(interactive, { packages: 'external' })
    console.log(`oauth: ${compare(all.size, budget.oauth)}; own code: ${compare(ours.size, budget.oauthOwn)}`)
    expect(all.size, compare(all.size, budget.oauth)).toBeLessThanOrEqual(budget.oauth)
    expect(ours.size, compare(ours.size, budget.oauthOwn)).toBeLessThanOrEqual(budget.oauthOwn)
  })

  test('the script of the callback page fits its budget and contains no other files', async () => {
    const { size, files } = await bundle(`import './dist/oauth/callback/index.js'`)
    console.log(`callback page: ${compare(size, budget.callback)}`)
    expect(size, compare(size, budget.callback)).toBeLessThanOrEqual(budget.callback)
    expect(files.sort()).toEqual(['dist/oauth/callback/index.js', 'dist/oauth/callback/send-callback.js'])
  })

  test('interactive sign-in does not bundle the machine, DPoP, browser or server entries', async () => {
    const { files } = await bundle(interactive)
    expect(files).toContain('dist/oauth/authorize/authorization-code.js')
    expect(
      files.filter((file) => /machine|dpop|private-key|browser|server\/|loopback|client-document/.test(file)),
    ).toEqual([])
  })

  test('the client does not bundle any authorization code', () => {
    expect(total.files.filter((file) => /oauth/.test(file))).toEqual([])
  })
})

function compare(bytes: number, limit: number): string {
  const over = bytes - limit
  const room = over > 0 ? `over by ${over} B` : `${-over} B left`
  const hint = -over > 0.03 * limit ? ', more than 3 %: the budget can be lowered' : ''
  return `${bytes} B of ${limit} B, ${room}${hint}`
}
