/** Sends the query of the callback to the page that waits for it, and shows none of it. */

/** One channel per flow. */
export const channelName = (state: string | null): string => `mcp-auth ${state}`

/** Marks our window messages among those of other scripts. */
export const MESSAGE_KEY = 'mcp-auth'

export function sendCallback(): void {
  const { search, pathname } = location
  // First of all: the code must not stay in the history or leave as a referrer.
  history.replaceState(null, '', pathname)
  const channel = new BroadcastChannel(channelName(new URLSearchParams(search).get('state')))
  // Closes only after the reply: closing earlier could lose the message. Without a reply the page stays open.
  channel.onmessage = () => close()
  channel.postMessage(search)
  // A BroadcastChannel does not reach an application that is framed by another site.
  opener?.postMessage({ [MESSAGE_KEY]: search }, location.origin)
}
