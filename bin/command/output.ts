/** What the command prints: results on stdout, everything else on stderr. Text is cleaned here, so nothing can bypass it. */
import { createSecrets } from '../../src/core/util/secrets.ts'
import { cleanJson, cleanLine, cleanLines } from './clean.ts'

/** Text with a style. Plain strings have none, so text of a server cannot bring its own. */
export interface Styled {
  readonly code: string
  readonly text: string
}

export type Part = string | Styled

const styled =
  (code: string) =>
  (text: string): Styled => ({ code, text })
export const bold: (text: string) => Styled = styled('1')
export const dim: (text: string) => Styled = styled('2')
export const red: (text: string) => Styled = styled('31')
export const green: (text: string) => Styled = styled('32')
export const yellow: (text: string) => Styled = styled('33')
export const cyan: (text: string) => Styled = styled('36')

/** A stream of the process, as far as the command needs it. */
export interface Stream {
  write(text: string): unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
}

export interface Output {
  /** Whether stderr is a terminal, on which progress may be shown. */
  readonly isInteractive: boolean
  /** One or more lines of the result. */
  print(...parts: Part[]): void
  /** A value as JSON, which is the whole result. */
  printJson(value: unknown): void
  /** A line on stderr. */
  note(...parts: Part[]): void
  /** Replaces the progress line, on a terminal only. */
  progress(text: string): void
  clearProgress(): void
  /** A remark that can wait: not while the user is asked something. */
  remark(...parts: Part[]): void
  /** Nothing but `print` and `note` writes to the terminal until the returned function is called. */
  hold(): () => void
  /** These texts never appear on stderr, nor their parts, such as the token after `Bearer`. */
  hide(secret: string): void
  /** Hides the value of a header or parameter if its name is one of a secret. */
  hideNamed(value: string, name: string): void
  /** Replaces hidden texts. */
  redact(text: string): string
}

interface OutputOptions {
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
}

export function createOutput({ stdout, stderr, env }: OutputOptions): Output {
  const secrets = createSecrets({ maxSecrets: 1_000 })
  let hasProgress = false
  let holds = 0
  const waiting: Part[][] = []
  const hasColors = (stream: Stream) => Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'
  const render = (parts: readonly Part[], stream: Stream, change: (text: string) => string) =>
    parts
      .map((part) => {
        const text = cleanLines(change(typeof part === 'string' ? part : part.text))
        return typeof part === 'string' || !hasColors(stream) ? text : `\u001b[${part.code}m${text}\u001b[0m`
      })
      .join('')
  const output: Output = {
    isInteractive: Boolean(stderr.isTTY),
    print(...parts) {
      output.clearProgress()
      stdout.write(`${render(parts, stdout, (text) => text)}\n`)
    },
    printJson(value) {
      output.clearProgress()
      stdout.write(`${cleanJson(value)}\n`)
    },
    note(...parts) {
      output.clearProgress()
      stderr.write(`${render(parts, stderr, output.redact)}\n`)
    },
    progress(text) {
      if (!stderr.isTTY || holds > 0) return
      hasProgress = true
      stderr.write(`\r\u001b[K${cleanLine(output.redact(text), (stderr.columns || 80) - 1)}`)
    },
    clearProgress() {
      if (hasProgress) stderr.write('\r\u001b[K')
      hasProgress = false
    },
    remark(...parts) {
      if (holds > 0) waiting.push(parts)
      else output.note(...parts)
    },
    hold() {
      output.clearProgress()
      holds++
      return () => {
        if (--holds > 0) return
        for (const parts of waiting.splice(0)) output.note(...parts)
      }
    },
    // By this name it is taken apart as credentials, cookies and passwords.
    hide: (secret) => secrets.addNamed(secret, 'authorization'),
    hideNamed: secrets.addNamed,
    redact: secrets.redact,
  }
  return output
}
