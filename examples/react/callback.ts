/** The page that the authorization server sends the user back to: it tells the application, and closes. */
import 'mcp-over-fetch/oauth/callback'
