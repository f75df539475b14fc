"""A small MCP server on Starlette, without CORS headers or metadata: uvicorn starlette-app:app."""

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

VERSIONS = ["2025-11-25", "2025-06-18"]


def answer(message):
    method, params = message.get("method"), message.get("params", {})
    if method == "initialize":
        asked = params.get("protocolVersion")
        version = asked if asked in VERSIONS else VERSIONS[0]
        info = {"name": "broken", "version": "1.0.0"}
        return {"result": {"protocolVersion": version, "capabilities": {}, "serverInfo": info}}
    if method == "ping":
        return {"result": {}}
    return {"error": {"code": -32601, "message": "Method not found"}}


async def endpoint(request):
    if request.headers.get("authorization") == "none":
        return JSONResponse({"error": "unauthorized"}, status_code=401)
    try:
        message = await request.json()
    except ValueError:
        error = {"code": -32700, "message": "Parse error"}
        return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=400)
    version = request.headers.get("mcp-protocol-version", VERSIONS[0])
    if not isinstance(message, dict) or "method" not in message or version not in VERSIONS:
        error = {"code": -32600, "message": "Invalid request"}
        return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=400)
    if "id" not in message:
        return Response(status_code=202)
    return JSONResponse({"jsonrpc": "2.0", "id": message["id"], **answer(message)})


app = Starlette(routes=[Route("/mcp", endpoint, methods=["POST"])])
