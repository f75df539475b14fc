/** A bare SSE reader that keeps what came, for tests that speak to the server without a client. */

export interface Frame {
  event: string
  data: string
  retry?: string
  /** When it had arrived in full. */
  at: number
}

export interface FrameReader {
  frames: Frame[]
  /** Everything that came, as it came. */
  text(): string
  /** Resolves once `test` holds for the frames; rejects when the stream ends before. */
  until(test: (frames: Frame[]) => boolean): Promise<Frame[]>
  /** `closed` is a clean end of the stream, `broken` a fault. */
  ended: Promise<'closed' | 'broken'>
  leave(): Promise<void>
}

/** Reads for as long as the stream lasts. */
export function readFrames(response: Response, now = () => performance.now()): FrameReader {
  const frames: Frame[] = []
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let complete = 0
  let searched = 0
  let notice = () => {}
  let changed = nextChange()

  const ended = read().then(
    () => 'closed' as const,
    () => 'broken' as const,
  )
  return { frames, text: () => text, until, ended, leave: () => reader.cancel() }

  async function read(): Promise<void> {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true })
      collect()
      tell()
    }
  }

  function collect(): void {
    const blankLine = /\r\n\r\n|\n\n/g
    blankLine.lastIndex = searched
    for (let match = blankLine.exec(text); match; match = blankLine.exec(text)) {
      const frame = parseFrame(text.slice(complete, match.index), now())
      if (frame) frames.push(frame)
      complete = blankLine.lastIndex
    }
    // The last three characters may be the beginning of a blank line.
    searched = Math.max(complete, text.length - 3)
  }

  function tell(): void {
    notice()
    changed = nextChange()
  }

  function nextChange(): Promise<void> {
    return new Promise((resolve) => {
      notice = resolve
    })
  }

  async function until(test: (frames: Frame[]) => boolean): Promise<Frame[]> {
    while (!test(frames)) {
      const end = await Promise.race([ended, changed])
      if (end && !test(frames)) throw new Error(`The stream was ${end} after ${JSON.stringify(text.slice(-1_000))}`)
    }
    return frames
  }
}

function parseFrame(block: string, at: number): Frame | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) fields.set(name, value ?? '')
  }
  if (fields.size === 0) return undefined
  const retry = fields.get('retry')
  const frame = { event: fields.get('event') ?? 'message', data: fields.get('data') ?? '', at }
  return retry === undefined ? frame : { ...frame, retry }
}
