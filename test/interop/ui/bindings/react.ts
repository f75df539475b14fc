/** React 18 and 19, and Preact by alias: the hook of `mcp-over-fetch/react`, in StrictMode. */
import { useMcp } from 'mcp-over-fetch/react'
import { createElement as h, StrictMode, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { McpStore, McpStoreOptions } from '../../../../src/store/index.ts'
import { answer, type Binding, describe } from '../binding.ts'

interface Props {
  source: McpStore | string
  options: () => McpStoreOptions
  onMounted(update: () => void): void
}

function App({ source, options, onMounted }: Props) {
  const [updates, update] = useReducer((count: number) => count + 1, 0)
  onMounted(() => flushSync(update))
  const mcp = useMcp(source, options())
  return h(
    'section',
    describe(mcp, updates),
    mcp.questions.map((question) =>
      h('button', { key: question.id, type: 'button', onClick: () => answer(question) }, 'Answer'),
    ),
  )
}

export const binding: Binding = {
  takesAddress: true,
  mount(element, source, options) {
    const root = createRoot(element)
    let update = () => {}
    const onMounted = (run: () => void) => {
      update = run
    }
    flushSync(() => root.render(h(StrictMode, null, h(App, { source, options, onMounted }))))
    return { update: () => update(), unmount: () => root.unmount() }
  },
}
