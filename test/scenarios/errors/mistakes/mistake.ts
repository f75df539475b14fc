/** A mistake, and the error that it causes: a row of docs/errors.md, and a scenario in every runtime. */
import type { Client, ConnectOptions, Delivery } from '../../../../src/core/index.ts'
import type { Rule } from '../../../../src/testing/index.ts'
import type { RuntimeName, Scenario, World } from '../../scenario.ts'
import { textContent } from '../../steps/content.ts'

/** The same message everywhere, or those of single runtimes, where the runtime's own words are in it. */
export type Message = string | ({ node: string } & Partial<Record<RuntimeName, string>>)

export interface Mistake {
  mistake: string
  message: Message
  /** Undefined for an error of the application. */
  code?: string
  delivery?: Delivery
  /** Further members of the error. */
  fields?: Record<string, unknown>
  runs?: Scenario['runs']
  ids?: readonly string[]
  /** What the server does. */
  script?: Rule[]
  /** The options of the connection. */
  options?: ConnectOptions
  /** Connects with the stateless revision only. */
  modern?: true
  /** Instead of connecting; what it returns must reject. */
  connect?(world: World): Promise<unknown>
  /** Something done with a client; what it returns must reject. */
  use?(client: Client, world: World): Promise<unknown>
  /** The connection does not work afterwards. */
  isFinal?: true
}

export function toScenario(row: Mistake): Scenario {
  const { mistake, message, runs, ids } = row
  return {
    name: `the message for ${mistake} says what happened`,
    ...(runs && { runs }),
    ...(ids && { ids }),
    // Where the runtime's own words are part of it, each runtime shows its message.
    ...(typeof message === 'string' && !runs && { pure: true as const }),
    run: (world) => check(row, world),
  }
}

async function check(row: Mistake, world: World): Promise<void> {
  const { server, assert, runtime } = world
  const { message, code, delivery, fields, use, isFinal } = row
  const connect = row.modern ? world.connectModern : world.connect
  let client: Client | undefined
  if (use) client = await connect(row.options)
  if (row.script) await server.script(...row.script)
  const error = await assert.rejects(use ? use(client!, world) : (row.connect?.(world) ?? connect(row.options)))
  const expected = typeof message === 'string' ? message : (message[runtime] ?? message.node)
  assert.equal(toShown(String(error.message), world), expected)
  assert.match(error, { code, delivery, ...fields })
  if (code) {
    assert(!/[\n\r]/.test(String(error.message)), 'the message is one line')
    // What the console of a browser prints for an error that is not caught: in V8 the stack, else this text and the stack.
    const printed = `${error.name}: ${error.message}`
    assert.equal(String(error), printed)
    const inV8 = ['node', 'deno', 'workerd', 'chromium'].includes(runtime)
    if (inV8) assert.equal(String(error.stack).split('\n')[0], printed, 'the stack begins with the message')
  }
  if (!client || isFinal) return
  await server.script()
  assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'), 'the connection works')
}

/** The message with the address of an example in place of that of the test, and without random numbers of workerd. */
function toShown(message: string, { server }: World): string {
  const { origin, pathname } = new URL(server.url)
  const realm = pathname.replace(/\/mcp$/, '')
  const page = (globalThis as { location?: { origin: string } }).location?.origin
  return [
    [`${origin}${realm}`, 'https://tools.example.com'],
    [origin, 'https://tools.example.com'],
    ...(page ? [[page, 'https://app.example.com'] as const] : []),
  ].reduce((text, [from, to]) => text.replaceAll(from!, to!), message.replace(/(?<=reference = )\w+/, '…'))
}
