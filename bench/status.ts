/** What the bench is doing right now: one line that is replaced on a terminal, and one line per measure elsewhere. */
let measure = ''

export function startStatus(name: string): void {
  measure = name
  if (!process.stderr.isTTY) process.stderr.write(`… ${name}\n`)
}

export function showStatus(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K… ${measure}: ${text}`)
}

export function clearStatus(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}
