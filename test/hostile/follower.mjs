/** A Worker that does what the client must not do: it lets fetch follow a redirect with a token. */
export default {
  async fetch(request) {
    const { url } = await request.json()
    const response = await fetch(url, { headers: { authorization: 'Bearer canary' } })
    return new Response(await response.text())
  },
}
