/** "Show code": the program that repeats what was done, as a component of React, and as a test. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { writeReact } from '../code/react.ts'
import { writeSnippet } from '../code/snippet.ts'
import type { CodeSource } from '../code/source.ts'
import { writeTest } from '../code/test-code.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeBlock } from '../ui/highlight.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'

type Form = 'plain' | 'react' | 'test'

const forms: Record<Form, string> = { plain: 'Plain', react: 'React', test: 'Test' }
const writers = { plain: writeSnippet, react: writeReact, test: writeTest }

export function Code({ title = 'Show code', ...source }: CodeSource & { title?: string }): JSX.Element {
  const form = useSignal<Form>('plain')
  const isOpen = useSignal(false)
  const write = () => writers[form.value](source)
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
            <CopyButton text={write}>Copy</CopyButton>
          </div>
          <CodeBlock label="Code" text={write()} />
        </div>
      )}
    </details>
  )
}
