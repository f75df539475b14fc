/** The numbers of rows: unique in the page, over all servers and connections, so that one number means one request. */
let last = 0

export function nextRowNumber(): number {
  return ++last
}
