/** Shows the progress and the log messages of a call on stderr. */
import type { LogMessage, Progress } from 'mcp-over-fetch'
import { dim, type Output } from '../command/output.ts'

const WIDTH = 24

export interface CallProgress {
  onProgress(progress: Progress): void
  onLog(message: LogMessage): void
}

export function showProgress(output: Output): CallProgress {
  return {
    onProgress: (progress) => output.progress(formatProgress(progress)),
    onLog({ level, logger, data }) {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      output.remark(dim(`${level}${logger ? ` ${logger}` : ''}: ${text}`))
    },
  }
}

export function formatProgress({ progress, total, message = '' }: Progress): string {
  if (total === undefined || !(total > 0)) return `${progress} ${message}`
  const share = Math.min(1, Math.max(0, progress / total))
  const full = Math.round(share * WIDTH)
  const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
  return `${bar} ${Math.floor(share * 100)}% ${message}`
}
