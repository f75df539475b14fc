/** Digests under way. Threads of the process compute them, so a virtual clock does not know of them. */
const pending = new Set<Promise<unknown>>()
const digest = crypto.subtle.digest.bind(crypto.subtle)
let ended = 0
let endedBefore = 0

crypto.subtle.digest = (...parameters) => {
  const promise = digest(...parameters)
  const forget = () => {
    pending.delete(promise)
    ended++
  }
  pending.add(promise)
  promise.then(forget, forget)
  return promise
}

/** Resolves to whether a digest has ended since the last call, so that code that awaits it may go on. */
export async function waitForDigests(): Promise<boolean> {
  await Promise.allSettled(pending)
  const isNew = ended > endedBefore
  endedBefore = ended
  return isNew
}
