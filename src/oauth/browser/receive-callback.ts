/** Receives the query that the callback page sends, over a BroadcastChannel or as a window message. */
import { channelName, MESSAGE_KEY } from '../callback/send-callback.ts'

/** Calls `onCallback` once; the returned function stops listening. */
export function receiveCallback(state: string, onCallback: (query: URLSearchParams) => void): () => void {
  const channel = new BroadcastChannel(channelName(state))
  channel.onmessage = ({ data }) => receive(data)
  addEventListener('message', onMessage)
  return stop

  function onMessage({ origin, data }: MessageEvent): void {
    if (origin === location.origin) receive(data?.[MESSAGE_KEY])
  }

  function receive(search: unknown): void {
    if (typeof search !== 'string') return
    const query = new URLSearchParams(search)
    if (query.get('state') !== state) return
    // Tells the callback page to close itself: this page may have lost its reference to the window.
    channel.postMessage('received')
    stop()
    onCallback(query)
  }

  function stop(): void {
    removeEventListener('message', onMessage)
    channel.close()
  }
}
