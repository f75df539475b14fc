/** Hands the answer of the authorization server to the page that waits for it, and shows none of it. */

/** One channel per flow. */
export const channelName = (state: string | null): string => `mcp-auth ${state}`

/** Marks a message as ours where others send theirs too. */
export const messageKey = 'mcp-auth'

export function deliver(): void {
  const { search, pathname } = location
  // Before anything else: the code must not stay in the history or leave as a referrer.
  history.replaceState(null, '', pathname)
  const channel = new BroadcastChannel(channelName(new URLSearchParams(search).get('state')))
  // Closing before the answer was heard could lose it; with nobody there the page stays and says what it says.
  channel.onmessage = () => close()
  channel.postMessage(search)
  // Channels do not reach into an application that is framed by another site.
  opener?.postMessage({ [messageKey]: search }, location.origin)
}
