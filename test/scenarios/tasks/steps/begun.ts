/** A call that has become a task. */

/** Resolves with the token of the task, and with the promise of the call. */
export function begun(call: (onResumable: (token: object) => void) => Promise<unknown>) {
  let settled!: Promise<unknown>
  const token = new Promise<{ taskId: string }>((resolve) => {
    // Streams have tokens too.
    settled = call((token) => 'taskId' in token && resolve(token as { taskId: string }))
    settled.catch(() => {})
  })
  return token.then((token) => ({ token, settled }))
}
