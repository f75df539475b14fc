/** Counts the events in the bytes of an SSE stream: blocks with at least one field, however the bytes are cut. */

const CR = 13
const LF = 10
const COLON = 58

export function createEventCounter(): (bytes: Uint8Array) => number {
  let lineIsEmpty = true
  let lineIsComment = false
  let blockHasField = false
  let afterCarriageReturn = false

  return (bytes) => {
    let events = 0
    for (const byte of bytes) {
      // The second half of CRLF.
      const skip = byte === LF && afterCarriageReturn
      afterCarriageReturn = byte === CR
      if (skip) continue
      if (byte === CR || byte === LF) events += endLine()
      else if (lineIsEmpty) {
        lineIsEmpty = false
        lineIsComment = byte === COLON
      }
    }
    return events
  }

  function endLine(): number {
    const dispatched = lineIsEmpty && blockHasField ? 1 : 0
    blockHasField = !lineIsEmpty && (blockHasField || !lineIsComment)
    lineIsEmpty = true
    return dispatched
  }
}
