/** Recipes for frameworks in Python. */
import { allowedHeaders, CARD_CACHING, EXPOSED_HEADERS, METHODS, type Needs } from './needs.ts'

/** A string of Python. */
const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replace(/[\n\r]/g, '')}"`

const list = (names: string): string => `[${names.split(', ').map(quote).join(', ')}]`

/** Wrapped around the application, so that errors of the framework have the headers too. */
export function starlette(needs: Needs): string {
  const { metadata, streams, cors, origin, card } = needs
  const parts = ['# At the end, where app is complete (FastMCP: app = mcp.streamable_http_app()).']
  if (metadata)
    parts.push(`from starlette.responses import JSONResponse
from starlette.routing import Route


async def protected_resource(request):
    return JSONResponse({"resource": ${quote(metadata.resource)}, "authorization_servers": [${quote(metadata.issuer)}]})


app.router.routes.insert(0, Route(${quote(metadata.path)}, protected_resource))`)
  if (streams)
    parts.push(`class StreamHeaders:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def send_with_headers(message):
            if message["type"] == "http.response.start":
                headers = [h for h in message.get("headers", []) if h[0].lower() != b"cache-control"]
                message["headers"] = headers + [(b"cache-control", b"no-cache"), (b"x-accel-buffering", b"no")]
            await send(message)

        await self.app(scope, receive, send_with_headers)


app = StreamHeaders(app)`)
  if (card !== undefined)
    parts.push(`class CardHeaders:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def send_with_headers(message):
            if message["type"] == "http.response.start" and scope["path"] == ${quote(card)}:
                headers = [h for h in message.get("headers", []) if h[0].lower() != b"cache-control"]
                message["headers"] = headers + [(b"cache-control", b"${CARD_CACHING}")]
            await send(message)

        await self.app(scope, receive, send_with_headers)


app = CardHeaders(app)`)
  if (cors)
    parts.push(`from starlette.middleware.cors import CORSMiddleware

app = CORSMiddleware(
    app,
    allow_origins=[${quote(origin)}],
    allow_methods=${list(METHODS)},
    allow_headers=${list(allowedHeaders(needs))},
    expose_headers=${list(EXPOSED_HEADERS)},
)`)
  return parts.join('\n')
}

export const fastapi: (needs: Needs) => string = starlette
