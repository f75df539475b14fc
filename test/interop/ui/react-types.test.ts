/** The declarations of `mcp-over-fetch/react`, and what is written with it in docs/ui.md and examples/, with the types of React 18 and 19. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createConsumer } from '../../package/consumer.ts'
import { findExamples } from '../../package/markdown-examples.ts'
import { root } from '../../support/paths.ts'
import { peersFolder } from './bundle.ts'

/** The part of `react-dom/client` that the example uses. */
const reactDom = `import type { ReactNode } from 'react'
export declare function createRoot(element: Element): { render(node: ReactNode): void }
`

const wrong = `import { useMcp, useTool } from 'mcp-over-fetch/react'
export function Wrong() {
  const mcp = useMcp(1)
  const { call } = useTool()
  return mcp.client.listTools()
}
`

const typed = `import { type McpStore } from 'mcp-over-fetch/store'
import { useMcp, useTool } from 'mcp-over-fetch/react'
interface Docs {
  tools: { search: { input: { query: string }; output: { hits: string[] } }; now: { input: { [key: string]: unknown } } }
}
export function Typed({ store }: { store: McpStore<Docs> }) {
  const { callTool, client } = useMcp<Docs>('https://docs.example.com/mcp')
  const { call, result } = useTool<Docs, 'search'>('search', store)
  const now = useTool<Docs, 'now'>('now')
  const any = useTool('anything')
  void [callTool('search', { query: 'a' }), client?.callTool('now'), call({ query: 'a' }), now.call(), any.call({ any: 1 })]
  // @ts-expect-error misspelt
  void callTool('serach')
  // @ts-expect-error misspelt
  void call({ qery: 'a' })
  // @ts-expect-error misspelt
  useTool<Docs, 'serach'>('serach')
  return result && !result.isError ? result.structuredContent.hits.map((hit) => <p>{hit}</p>) : any.result?.content.length
}
`

test.for(['18', '19'])('compile with the types of React %s', async (version) => {
  const examples = findExamples(await readFile(join(root, 'docs/ui.md'), 'utf8'), ['tsx'])
  expect(examples.length).toBeGreaterThan(1)
  const consumer = await createConsumer()
  try {
    const files = Object.fromEntries(examples.map(({ line, code }) => [`ui-line-${line}.tsx`, code]))
    const app = await readFile(join(root, 'examples/react/app.tsx'), 'utf8')
    await consumer.add({ ...files, 'app.tsx': app, 'react-dom.ts': reactDom, 'wrong.tsx': wrong, 'typed.tsx': typed })
    const types = join(peersFolder, `node_modules/@types/react-${version}`)
    const options = {
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      paths: {
        react: [types],
        'react/jsx-runtime': [join(types, 'jsx-runtime')],
        'react-dom/client': ['./react-dom.ts'],
      },
      skipLibCheck: true,
    }
    await consumer.compile(`react-${version}`, [...Object.keys(files), 'app.tsx', 'typed.tsx'], options)
    const compiling = consumer.compile(`wrong-${version}`, ['wrong.tsx'], options)
    const { message } = await compiling.then(
      () => new Error('it compiles'),
      (error: Error) => error,
    )
    expect([...message.matchAll(/wrong\.tsx\((\d+)/g)].map(([, line]) => line)).toEqual(['3', '4', '5'])
  } finally {
    await consumer.dispose()
  }
})
