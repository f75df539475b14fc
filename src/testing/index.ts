/** The mock MCP server: what hosts, tests and the playground import. */

export { type Clock, createClock } from './clock/clock.ts'
export { createSeededRandom } from './clock/seeded-random.ts'
export { createVirtualClock, type VirtualClock } from './clock/virtual-clock.ts'
export type { DeepPartial, ServerConfig } from './config.ts'
export type { Act } from './control/act.ts'
export { type Control, createControl, type ProxyOptions, type Server, type TcpProxy } from './control/control.ts'
export { text } from './features/content.ts'
export type { ServerContent } from './features/features.ts'
export { elicit } from './features/input/input-request.ts'
export { input, type Tool } from './features/tools/tool.ts'
export { SCRIPTED_FAULT } from './http/scripted-fault.ts'
export { createInProcess, type InProcess } from './in-process.ts'
export type { JournalEntry } from './journal/journal-entry.ts'
export type { OAuthConfig } from './oauth/config.ts'
export { CONTROL_HEADER, CONTROL_PATH, parseRealmUrl, realmName } from './realm-url.ts'
export type { Match, Rule, Step } from './script/script.ts'
export { createServer, type MockServer, type ServerOptions } from './server.ts'
export { createMemoryStore, type Store } from './store.ts'
export type { AnyFetch } from './tape/read-request.ts'
export { type Recording, type RecordOptions, record } from './tape/record.ts'
export { type Replay, type ReplayOptions, replay } from './tape/replay.ts'
export type {
  Tape,
  TapeEntry,
  TapeEvent,
  TapePlace,
  TapeRequest,
  TapeResponse,
  TimingClass,
} from './tape/tape.ts'
