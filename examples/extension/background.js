/** The service worker. It needs no CORS headers, since the manifest names the host of the server. */
import { connect } from './mcp-over-fetch.js'

chrome.runtime.onMessage.addListener(({ server, thing }, _sender, respond) => {
  findPlace(server, thing).then(
    (text) => respond({ text }),
    (error) => respond({ error: error.message }),
  )
  // The answer comes later.
  return true
})

async function findPlace(server, thing) {
  // The browser ends idle service workers. With a snapshot, the next one goes on without a handshake.
  const { [server]: snapshot } = await chrome.storage.session.get(server)
  const client = await connect(server, { snapshot })
  try {
    const { content } = await client.callTool('find_place', { thing })
    return content.map(({ text }) => text).join(' ')
  } finally {
    await chrome.storage.session.set({ [server]: client.snapshot() })
    await client.detach()
  }
}
