/** The transport fits the interfaces of three SDKs; this file is compiled and never run. */
import { type OAuthClientProvider as AiProvider, auth as aiAuth, type MCPTransport } from '@ai-sdk/mcp'
import {
  auth as auth2,
  type OAuthClientProvider as Provider2,
  type Transport as Transport2,
} from '@modelcontextprotocol/client'
import { auth as auth1, type OAuthClientProvider as Provider1 } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Transport as Transport1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import { fetchTransport, oauthFrom } from 'mcp-over-fetch/transport'

declare const [provider1, provider2, aiProvider]: [Provider1, Provider2, AiProvider]

const url = new URL('https://tools.example.com/mcp')
export const first: Transport1 = fetchTransport(url, { fetch: oauthFrom(provider1, auth1) })
export const second: Transport2 = fetchTransport(url, { fetch: oauthFrom(provider2, auth2) })
export const ai: MCPTransport = fetchTransport(url, { fetch: oauthFrom(aiProvider, aiAuth) })
