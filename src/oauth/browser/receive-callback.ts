/** Hears the answer that the callback page hands over, whichever way it comes. */
import { channelName, messageKey } from '../callback/send-callback.ts'

/** Calls `heard` once; the returned function stops listening. */
export function hear(state: string, heard: (answer: URLSearchParams) => void): () => void {
  const channel = new BroadcastChannel(channelName(state))
  channel.onmessage = ({ data }) => take(data)
  addEventListener('message', onMessage)
  return stop

  function onMessage({ origin, data }: MessageEvent): void {
    if (origin === location.origin) take(data?.[messageKey])
  }

  function take(query: unknown): void {
    if (typeof query !== 'string') return
    const answer = new URLSearchParams(query)
    if (answer.get('state') !== state) return
    // The page closes itself: this one may have lost its hold on it.
    channel.postMessage('heard')
    stop()
    heard(answer)
  }

  function stop(): void {
    removeEventListener('message', onMessage)
    channel.close()
  }
}
