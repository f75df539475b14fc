/** A HAR file in the place of the wire: its rows can be read and filtered, and nothing is sent. */
import { effect } from '@preact/signals'
import type { JSX } from 'preact'
import { session } from '../state/session.ts'
import { Text } from '../ui/text.tsx'
import { createWireRecord } from './record.ts'
import { selected } from './selected.ts'
import { imported } from './shown.ts'

/** A sentence when the file cannot be shown. */
export async function importHar(file: File): Promise<string | undefined> {
  const { messagesOf, readHar } = await import('./har.ts')
  const lanes = readHar(await file.text())
  if (typeof lanes === 'string') return lanes
  const { record, writer } = createWireRecord()
  for (const lane of lanes) {
    writer.addRow(lane)
    writer.endLane(lane)
    for (const entry of messagesOf(lane)) writer.addMessage(entry)
  }
  selected.value = undefined
  imported.value = { name: file.name, record }
  return undefined
}

// After connecting, or at another server, the live wire is what matters.
effect(() => {
  if (session.value) closeFile()
})

function closeFile(): void {
  if (!imported.peek()) return
  selected.value = undefined
  imported.value = undefined
}

export function ImportedLine(): JSX.Element | null {
  const { value } = imported
  if (!value) return null
  return (
    <p class="imported-line row">
      <span role="status">
        From the file <Text of={value.name} maxLength={80} />, to be read only.
      </span>
      <button type="button" class="small" onClick={closeFile}>
        Back to the live wire
      </button>
    </p>
  )
}
