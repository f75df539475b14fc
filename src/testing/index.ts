/** `mcp-over-fetch/testing`: an MCP server for tests, reached by a `fetch`, that misbehaves as it is told. */

export {
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
} from '../shared/node-handler.ts'
export type { FlightEntry, FlightTape } from '../types/flight-tape.ts'
export { type HostileTarget, type HostileViewName, hostileView, hostileViewNames } from './apps/hostile-views.ts'
export { type MockApp, mockApps } from './apps/mock-apps.ts'
export { type TestViewOptions, type TestViewReport, testView } from './apps/test-view.ts'
export type { Clock } from './clock/clock.ts'
export { type VirtualClock, virtualClock } from './clock/virtual-clock.ts'
export type { CacheHints, DeepPartial, ServerConfig } from './config.ts'
export { createMockServer, type MockServer } from './create-mock-server.ts'
export type { DiscoveryConfig, DiscoveryDocument } from './discovery/documents.ts'
export { createExampleServer } from './example/create-example-server.ts'
export type { ActiveFault } from './faults/active-faults.ts'
export type { FaultOptions } from './faults/fault.ts'
export type { FaultName } from './faults/table.ts'
export type { MockFetch } from './http/in-process-fetch.ts'
export type { Journal, JournalCall, JournalSession } from './journal/journal.ts'
export type { JournalEntry } from './journal/journal-entry.ts'
export type { MockCompletion, MockPrompt, MockResource, PromptValue, ResourceValue } from './mock/content.ts'
export type { MockServerOptions, MockServerSettings } from './mock/options.ts'
export type { AnySchema, ArgumentsOf, MockTool, ToolContext, ToolOutput } from './mock/tool.ts'
export {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  authorizationServer,
} from './oauth/authorization-server.ts'
export type { ConsentRequest, OAuthConfig } from './oauth/config.ts'
export type { Match, Rule, Step, StreamHead } from './script/script.ts'
export type { StreamKind } from './stream-kind.ts'
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
