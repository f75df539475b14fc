/** "Show code": the program that repeats what was done. */
import type { JSX } from 'preact'
import { writeSnippet } from '../code/snippet.ts'
import type { Action } from '../state/calls.ts'
import type { GivenAnswer } from '../state/server-requests.ts'
import type { Target } from '../state/target.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeBlock } from '../ui/highlight.tsx'

export interface CodeProps {
  target: Target
  actions: readonly Action[]
  answers?: readonly GivenAnswer[]
}

export function Code({ target, actions, answers = [] }: CodeProps): JSX.Element {
  const write = () => writeSnippet({ target, actions, answers })
  return (
    <details class="code">
      <summary>Show code</summary>
      <div class="code-body">
        <CopyButton text={write}>Copy</CopyButton>
        <CodeBlock label="Code" text={write()} />
      </div>
    </details>
  )
}
