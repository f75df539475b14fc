/** A Worker that asks for a token and does not say where to get one, without CORS headers. */
export default {
  async fetch(request) {
    if (new URL(request.url).pathname !== '/mcp') return new Response(null, { status: 404 })
    return Response.json({ error: 'unauthorized' }, { status: 401 })
  },
}
