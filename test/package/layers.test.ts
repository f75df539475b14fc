/** Imports point down only (read from the built files, so that `import type` may point up). */
import { describe, expect, test } from 'vitest'
import { createGraph, findCycles, findStrangers, findWrongEdges } from './layers.ts'
import { readBuilt } from './modules.ts'

const graph = createGraph(await readBuilt('.js'))

describe('layers', () => {
  test('every built file belongs to a layer', () => {
    expect(findStrangers(graph)).toEqual([])
  })

  test('no import points up', () => {
    expect(findWrongEdges(graph)).toEqual([])
  })

  test('no files import each other in a ring', () => {
    expect(findCycles(graph)).toEqual([])
  })
})

describe('the check of layers', () => {
  const built = (files: Record<string, string>) => createGraph(new Map(Object.entries(files)))

  test('names an upward edge, however it is written', () => {
    const up = built({
      'wire/a.js': `import { b } from '../rpc/b.js'`,
      'util/c.js': `export * from '../wire/a.js'`,
      'features/d.js': `export const later = () => import('../index.js')`,
      'rpc/b.js': `export { e } from '../protocol/e.js'`,
      'protocol/e.js': `import {} from '../wire/gone.js'`,
      'index.js': `import './features/d.js'`,
    })
    expect(findWrongEdges(up)).toEqual([
      'wire/a.js (layer 1) → rpc/b.js (layer 2)',
      'util/c.js (layer 0) → wire/a.js (layer 1)',
      'features/d.js (layer 4) → index.js (layer 5)',
      'rpc/b.js (layer 2) → protocol/e.js (layer 3)',
      'protocol/e.js → wire/gone.js, which does not exist',
    ])
  })

  test('names a ring within a layer', () => {
    const ring = built({
      'wire/a.js': `import './b.js'`,
      'wire/b.js': `import './c.js'`,
      'wire/c.js': `import './b.js'`,
    })
    expect(findCycles(ring)).toEqual(['wire/b.js → wire/c.js → wire/b.js'])
  })

  test('names a file in a folder that it does not know', () => {
    expect(findStrangers(built({ 'misc/a.js': '', 'utils.js': '', 'util/a.js': '' }))).toEqual([
      'misc/a.js',
      'utils.js',
    ])
  })
})
