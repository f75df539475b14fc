/** A service for Deno and Deno Deploy: `GET /?place=Utah` answers with the forecast of an MCP server. */
import { connect, isMcpError } from 'mcp-over-fetch'

const server = Deno.env.get('MCP_SERVER') ?? 'http://127.0.0.1:8080/weather/mcp'

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8000), hostname: '127.0.0.1' }, async (request) => {
  const place = new URL(request.url).searchParams.get('place')
  if (!place) return new Response('Which ?place', { status: 400 })
  try {
    // What the first connection learned of the server saves the next ones their first request.
    await using client = await connect(server, { signal: request.signal })
    const { content } = await client.callTool('forecast', { place }, { signal: request.signal })
    return Response.json(content)
  } catch (error) {
    if (!isMcpError(error)) throw error
    // Somebody may ask again, unless the server may have done it already.
    return Response.json({ error: error.message }, { status: error.delivery === 'unknown' ? 502 : 503 })
  }
})
