/** "Show code": the program that repeats what was done, as a React component, as a test, and the server's types. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { writeReact } from '../code/react.ts'
import { writeSnippet } from '../code/snippet.ts'
import type { CodeSource } from '../code/source.ts'
import { writeTest } from '../code/test-code.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeBlock } from '../ui/highlight.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Types } from './types.tsx'

type Form = keyof typeof writers | 'types'

const forms: Record<Form, string> = { plain: 'Plain', react: 'React', test: 'Test', types: 'Types' }
const writers = { plain: writeSnippet, react: writeReact, test: writeTest }

export function Code({ title = 'Show code', ...source }: CodeSource & { title?: string }): JSX.Element {
  const form = useSignal<Form>('plain')
  const isOpen = useSignal(false)
  const write = form.value === 'types' ? undefined : writers[form.value]
  return (
    <details class="code" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen.value && (
        <div class="code-body">
          <div class="row">
            <SegmentedControl
              label="Kind of code"
              options={forms}
              value={form.value}
              change={(next) => (form.value = next)}
            />
            {write && <CopyButton text={() => write(source)}>Copy</CopyButton>}
          </div>
          {write ? <CodeBlock label="Code" text={write(source)} /> : <Types target={source.target} />}
        </div>
      )}
    </details>
  )
}
