/** The options of a mock server, and the configuration that they stand for. */
import type { Clock } from '../clock/clock.ts'
import type { DeepPartial, ServerConfig } from '../config.ts'
import type { DiscoveryConfig } from '../discovery/documents.ts'
import type { AuthorizationServer } from '../oauth/authorization-server.ts'
import { HANDSHAKE_VERSIONS, STATELESS_VERSION } from '../revisions.ts'
import { checkMembers, listNearest } from '../util/known-names.ts'
import type { MockCompletion, MockPrompt, MockResource, PromptValue, ResourceValue } from './content.ts'
import type { MockTool } from './tool.ts'

/** What can also be changed while the server runs. `Inputs` are the schemas of the tools, by tool. */
export interface MockServerSettings<Inputs = Record<string, unknown>> {
  /** Its name. @default 'mock' */
  name?: string
  /** Its version. @default '1.0.0' */
  version?: string
  /** What it tells models about itself. */
  instructions?: string
  /** Its tools, by name. @default echo, add and slow, if it gets no content at all */
  tools?: { [Name in keyof Inputs]: MockTool<Inputs[Name]> }
  /** Its resources, by address; one with variables in braces is a template. */
  resources?: Record<string, MockResource | ResourceValue>
  /** Its prompts, by name. */
  prompts?: Record<string, MockPrompt | PromptValue>
  /** Suggestions for arguments: by prompt name or URI template, and then by argument. */
  completions?: Record<string, Record<string, MockCompletion>>
  /** The revisions on offer. @default all five */
  versions?: readonly string[]
  /**
   * How it answers: with event streams or JSON over Streamable HTTP, or over HTTP+SSE alone, as servers of 2024-11-05
   * do: GET on `url` opens the stream there, and POST is refused with 405. @default 'sse'
   */
  transport?: 'sse' | 'json' | 'http+sse'
  /** Whether it has sessions, and after how many milliseconds without a request they end. @default true */
  sessions?: boolean | { idle: number }
  /** Whether streams can be resumed. @default true */
  resumable?: boolean
  /** The server card and the catalog that it publishes, and other documents. @default none */
  discovery?: DiscoveryConfig
  /** Finer behaviour on the wire; wins over the other options. */
  wire?: DeepPartial<ServerConfig>
}

/** What a mock server is made of. Every member is optional. */
export interface MockServerOptions<Inputs = Record<string, unknown>, OwnClock extends Clock = Clock>
  extends MockServerSettings<Inputs> {
  /** Where it is. @default 'https://mock.example' */
  origin?: string
  /** Requires tokens of this authorization server. */
  auth?: AuthorizationServer
  /** The clock that it runs on, such as `virtualClock()`. @default that of the system */
  clock?: OwnClock
  /** Numbers from 0 up to 1, for session ids. @default Math.random */
  random?: () => number
}

/** Settings whose tools are of any schema. */
export type AnySettings = Omit<MockServerSettings, 'tools'> & { tools?: Record<string, object> }

const SETTINGS: readonly (keyof MockServerSettings)[] = [
  'tools',
  'resources',
  'prompts',
  'completions',
  'name',
  'version',
  'instructions',
  'versions',
  'transport',
  'sessions',
  'resumable',
  'discovery',
  'wire',
]

const OPTIONS: readonly (keyof MockServerOptions)[] = [...SETTINGS, 'origin', 'auth', 'clock', 'random']

const TRANSPORTS = ['sse', 'json', 'http+sse']

const TOOL_MEMBERS: readonly (keyof MockTool)[] = [
  'title',
  'description',
  'input',
  'output',
  'annotations',
  '_meta',
  'run',
]

export function checkOptions(options: object): void {
  checkMembers('createMockServer', 'option', options, OPTIONS)
  checkSettings('createMockServer', options)
}

/** Throws a TypeError that names the known values. */
export function checkSettings(label: string, settings: AnySettings): void {
  if (label === 'configure') checkMembers(label, 'setting', settings, SETTINGS)
  const { transport = 'sse', versions = [], tools = {} } = settings
  const known = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS]
  const unknown = versions.find((version) => !known.includes(version))
  if (unknown !== undefined) {
    throw new TypeError(
      `${label}: there is no revision ${JSON.stringify(unknown)}. ${listNearest('revisions', unknown, known)}`,
    )
  }
  if (!TRANSPORTS.includes(transport)) {
    throw new TypeError(
      `${label}: there is no transport ${JSON.stringify(transport)}. ${listNearest('transports', transport, TRANSPORTS)}`,
    )
  }
  for (const [name, tool] of Object.entries(tools)) {
    checkMembers(`${label}: tool ${JSON.stringify(name)}`, 'member', tool, TOOL_MEMBERS)
    if (!('run' in tool) || typeof tool.run !== 'function') {
      throw new TypeError(`${label}: tool ${JSON.stringify(name)} needs a function run(args, context)`)
    }
  }
}

/** Only what the settings say; everything else stays as it is. */
export function toConfig(settings: AnySettings): DeepPartial<ServerConfig> {
  const { name, version, instructions, versions, transport, sessions, resumable, discovery, wire = {} } = settings
  const isHttpSse = transport === 'http+sse'
  const offered = versions ?? (isHttpSse ? ['2024-11-05'] : undefined)
  return {
    ...((name ?? version) !== undefined && { serverInfo: { name: name ?? 'mock', version: version ?? '1.0.0' } }),
    ...(instructions !== undefined && { instructions }),
    ...(offered && { versions: [...offered] }),
    ...(transport && { answer: transport === 'json' ? 'json' : 'sse' }),
    ...(transport && { post: isHttpSse ? { status: 405 } : 'accept', get: isHttpSse ? 'sse' : 'accept' }),
    ...(resumable !== undefined && { resumable, prime: resumable }),
    ...(discovery && { discovery }),
    ...wire,
    session: { ...toSession(sessions), ...wire.session },
  }
}

function toSession(sessions: MockServerSettings['sessions']): DeepPartial<ServerConfig['session']> {
  if (sessions === undefined) return {}
  return typeof sessions === 'boolean' ? { issue: sessions } : { issue: true, ttl: sessions.idle }
}
