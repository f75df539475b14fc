/** The client of the AI SDK, from the node_modules of this folder. */
export { createMCPClient } from '@ai-sdk/mcp'
