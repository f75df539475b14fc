/** The table of `--wide`, which `npm test` does not run: exact versions, programs that exist, names that occur once. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameworkModes } from './wide/framework-modes.ts'
import { gatewayModes } from './wide/gateway-modes.ts'
import { productModes } from './wide/product-modes.ts'
import { sdkModes } from './wide/sdk-modes.ts'

const modes = [...sdkModes, ...gatewayModes, ...frameworkModes, ...productModes]

test('every package has an exact version', () => {
  const packages = new Set(modes.flatMap((mode) => mode.packages))
  expect([...packages].filter((name) => !/^.+@\d+\.\d+\.\d+$/.test(name))).toEqual([])
})

test('every program of ours exists', () => {
  const programs = new Set(modes.map(({ args }) => args[0]!).filter((path) => !path.startsWith('node_modules/')))
  for (const name of programs) expect(existsSync(new URL(`wide/programs/${name}`, import.meta.url)), name).toBe(true)
})

test('every name occurs once', () => {
  const names = modes.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
