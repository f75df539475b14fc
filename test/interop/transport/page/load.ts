/** The SDKs for a page: they are bundled into it, while in Node they are loaded from where they are installed. */
import * as aiSdk from '@ai-sdk/mcp'
import * as client2 from '@modelcontextprotocol/client'
import * as sdk1 from '@modelcontextprotocol/sdk/client/index.js'
import * as sdk1Types from '@modelcontextprotocol/sdk/types.js'

const modules: Record<string, object> = {
  '@ai-sdk/mcp': aiSdk,
  '@modelcontextprotocol/client': client2,
  '@modelcontextprotocol/sdk/client/index.js': sdk1,
  '@modelcontextprotocol/sdk/types.js': sdk1Types,
}

export const load = async (name: string): Promise<object | undefined> => modules[name]
