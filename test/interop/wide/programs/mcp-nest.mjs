/** mcp-nest 2: `node mcp-nest.mjs <port> [stateless]`; decorators are functions, so no compiler is needed. */
import 'reflect-metadata'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Payload } from '@nestjs/microservices'
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest'
import { z } from 'zod'

const [port, stateless] = process.argv.slice(2)

class Controller {
  echo({ text }) {
    return { content: [{ type: 'text', text }] }
  }
}
const member = [Controller.prototype, 'echo', Object.getOwnPropertyDescriptor(Controller.prototype, 'echo')]
Tool({ name: 'echo', description: 'Repeats a text', parameters: z.object({ text: z.string() }) })(...member)
Payload()(Controller.prototype, 'echo', 0)
McpController()(Controller)
class App {}
Module({ controllers: [Controller] })(App)

const transports = [new StreamableHttpTransport(stateless ? { statefulMode: false } : { statefulMode: true })]
const strategy = new McpStrategy({ name: 'interop', version: '1.0.0', transports })
const app = await NestFactory.create(App, { logger: ['error'] })
strategy.setHttpAdapter(app.getHttpAdapter())
app.connectMicroservice({ strategy })
await app.startAllMicroservices()
await app.listen(Number(port), '127.0.0.1')
