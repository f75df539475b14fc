/** A Worker that lets fetch follow a redirect with a token, which the client must not do. */
export default {
  async fetch(request) {
    const { url } = await request.json()
    const response = await fetch(url, { headers: { authorization: 'Bearer canary' } })
    return new Response(await response.text())
  },
}
