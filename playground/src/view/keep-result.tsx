/** Buttons that copy a result or save it as a file, whole, however little of it is shown. */
import type { CallToolResult, GetPromptResult, ReadResourceResult } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { type Action, nameOf, type Result } from '../state/calls.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { download, fileName } from '../ui/download.ts'
import { toJson, toText } from '../ui/json.ts'

export function KeepResult({ action, result }: { action: Action; result: Result }): JSX.Element {
  const name = nameOf(action)
  const hasText = textsOf(action, result).length > 0
  const text = () => textsOf(action, result).join('\n\n')
  return (
    <p class="row keep-result">
      {hasText && <CopyButton text={text}>Copy text</CopyButton>}
      {hasText && (
        <button type="button" class="small" onClick={() => download(fileName(name, 'txt'), text(), 'text/plain')}>
          Save text
        </button>
      )}
      <CopyButton text={() => toJson(result)}>Copy JSON</CopyButton>
      <button type="button" class="small" onClick={() => download(fileName(name, 'json'), toJson(result))}>
        Save JSON
      </button>
    </p>
  )
}

/** The texts of a result, without images and links. */
function textsOf({ kind }: Action, result: Result): string[] {
  const blocks: unknown[] =
    kind === 'tool'
      ? (result as CallToolResult).content
      : kind === 'resource'
        ? (result as ReadResourceResult).contents
        : (result as GetPromptResult).messages.map(({ content }) => content)
  return blocks.flatMap((block) => {
    const { text, resource } = (block ?? {}) as { text?: unknown; resource?: { text?: unknown } }
    const found = text ?? resource?.text
    return found === undefined ? [] : [toText(found)]
  })
}
