/** examples/README.md lists every example, and links only to what exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/paths.ts'

const folder = join(root, 'examples')
const index = readFileSync(join(folder, 'README.md'), 'utf8')
const linked = [...index.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target]) => target!)

test('every folder of examples is listed', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !linked.includes(name))).toEqual([])
})

test('every link of the list leads to a file', () => {
  expect(linked.filter((target) => !existsSync(join(folder, target)))).toEqual([])
})

test('the list says how long the chat is', () => {
  const files = ['index.html', 'chat.ts', 'model.ts'].map((file) => readFileSync(join(folder, 'chat', file), 'utf8'))
  expect(index).toContain(`in ${files.join('').trimEnd().split('\n').length} lines`)
})
