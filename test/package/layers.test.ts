/** Imports point down only, `import type` too. */
import { describe, expect, test } from 'vitest'
import { createGraph, findCycles, findUnknownFiles, findWrongEdges } from './layers.ts'
import { readSources } from './modules.ts'

const graph = createGraph(await readSources())

describe('layers', () => {
  test('every source file belongs to a layer or an add-on', () => {
    expect(findUnknownFiles(graph)).toEqual([])
  })

  test('no import points up, and add-ons import only the ground and types of the core', () => {
    expect(findWrongEdges(graph)).toEqual([])
  })

  test('no files import each other in a ring', () => {
    expect(findCycles(graph)).toEqual([])
  })
})

test('mcp-over-fetch/modern imports nothing of the earlier revisions', () => {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { to, isType } of graph.get(file) ?? []) if (!isType) visit(to)
  }
  visit('modern/index.ts')
  expect(reached).toContain('core/modern/modern-era.ts')
  expect([...reached].filter((file) => /^core\/legacy\/|(resume|extra-stream|shared-stream)\.ts$/.test(file))).toEqual(
    [],
  )
})

describe('the check of layers', () => {
  const sources = (files: Record<string, string>) => createGraph(new Map(Object.entries(files)))

  test('names an upward import, however it is written', () => {
    const up = sources({
      'core/http/a.ts': `import { b } from '../rpc/b.ts'`,
      'core/util/c.ts': `export * from '../http/a.ts'`,
      'core/methods/d.ts': `export const later = () => import('../index.ts')`,
      'core/rpc/b.ts': `export { e } from '../legacy/e.ts'`,
      'core/legacy/e.ts': `import {} from '../http/gone.ts'\nimport type { F } from '../negotiation/f.ts'`,
      'core/negotiation/f.ts': `export type G = import('../client.ts').Client`,
      'core/client.ts': '',
      'core/index.ts': `import './methods/d.ts'`,
    })
    expect(findWrongEdges(up)).toEqual([
      'core/http/a.ts (layer 1) → core/rpc/b.ts (layer 2)',
      'core/util/c.ts (layer 0) → core/http/a.ts (layer 1)',
      'core/methods/d.ts (layer 5) → core/index.ts (layer 6)',
      'core/rpc/b.ts (layer 2) → core/legacy/e.ts (layer 3)',
      'core/legacy/e.ts → core/http/gone.ts, which does not exist',
      'core/legacy/e.ts (layer 3) ⇢ core/negotiation/f.ts (layer 4)',
      'core/negotiation/f.ts (layer 4) ⇢ core/client.ts (layer 6)',
    ])
  })

  test('names what an add-on may not import', () => {
    const addOns = sources({
      'core/index.ts': `import { t } from '../tasks/index.ts'`,
      'core/errors.ts': '',
      'core/options.ts': '',
      'types/a.ts': '',
      'tasks/index.ts': `import { McpError } from '../core/errors.ts'\nimport type { Client } from '../core/index.ts'`,
      'skills/index.ts': `import { connect } from '../core/index.ts'\nimport type { CallOptions } from '../core/options.ts'`,
      'oauth/index.ts': `import type { Task } from '../tasks/index.ts'`,
      'store/index.ts': `import { connect } from '../core/index.ts'\nimport { useMcp } from '../react/index.ts'`,
      'react/index.ts': `import { createMcpStore } from '../store/index.ts'\nimport { connect } from '../core/index.ts'`,
      'testing/index.ts': `import { A } from '../types/a.ts'\nimport { McpError } from '../core/errors.ts'`,
      'shared/s.ts': `import { McpError } from '../core/errors.ts'\nimport type { A } from '../types/a.ts'`,
      'relay/index.ts': `import '../shared/s.ts'`,
      'core/connect.ts': `import '../shared/s.ts'`,
    })
    expect(findWrongEdges(addOns)).toEqual([
      'core/index.ts → tasks/index.ts',
      'skills/index.ts → core/index.ts',
      'skills/index.ts ⇢ core/options.ts',
      'oauth/index.ts ⇢ tasks/index.ts',
      'store/index.ts → react/index.ts',
      'react/index.ts → core/index.ts',
      'testing/index.ts → core/errors.ts',
      'shared/s.ts → core/errors.ts',
      'core/connect.ts → shared/s.ts',
    ])
  })

  test('names a ring within a layer, also one of types', () => {
    const ring = sources({
      'core/http/a.ts': `import './b.ts'`,
      'core/http/b.ts': `import type { C } from './c.ts'`,
      'core/http/c.ts': `import './b.ts'`,
    })
    expect(findCycles(ring)).toEqual(['core/http/b.ts → core/http/c.ts → core/http/b.ts'])
  })

  test('names a file in a folder that it does not know', () => {
    expect(findUnknownFiles(sources({ 'core/misc/a.ts': '', 'utils.ts': '', 'core/util/a.ts': '' }))).toEqual([
      'core/misc/a.ts',
      'utils.ts',
    ])
  })
})
