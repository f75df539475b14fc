/** The entry `mcp-over-fetch/oauth/callback`: the only script of the callback page. */
import { sendCallback } from './send-callback.ts'

sendCallback()
