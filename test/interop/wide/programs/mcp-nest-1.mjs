/** mcp-nest 1: `node mcp-nest-1.mjs <port>`; Streamable HTTP at `/mcp`, HTTP+SSE at `/sse`. */
import 'reflect-metadata'
import { Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { McpModule, McpTransportType, Tool } from '@rekog/mcp-nest'
import { z } from 'zod'

class Echo {
  echo({ text }) {
    return { content: [{ type: 'text', text }] }
  }
}
const member = [Echo.prototype, 'echo', Object.getOwnPropertyDescriptor(Echo.prototype, 'echo')]
Tool({ name: 'echo', description: 'Repeats a text', parameters: z.object({ text: z.string() }) })(...member)
Injectable()(Echo)
class App {}
const options = {
  name: 'interop',
  version: '1.0.0',
  transport: [McpTransportType.SSE, McpTransportType.STREAMABLE_HTTP],
  streamableHttp: { enableJsonResponse: false, sessionIdGenerator: () => crypto.randomUUID(), statelessMode: false },
}
Module({ imports: [McpModule.forRoot(options)], providers: [Echo] })(App)
const app = await NestFactory.create(App, { logger: ['error'] })
await app.listen(Number(process.argv[2]), '127.0.0.1')
