"""FastAPI that asks for a token, without CORS headers or metadata: uvicorn fastapi-app:app."""

from fastapi import FastAPI
from fastapi.responses import JSONResponse

app = FastAPI()


@app.post("/mcp")
async def endpoint():
    return JSONResponse({"error": "unauthorized"}, status_code=401)
