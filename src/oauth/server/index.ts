/** The entry `mcp-over-fetch/oauth/server`: signs users in from a server that answers requests, such as a Worker. */
export { AuthObject, type DurableStorage } from './durable-object.ts'
export { type DurableStub, durableStore } from './durable-store.ts'
export { type WebFlow, type WebFlowOptions, webFlow } from './web-flow.ts'
