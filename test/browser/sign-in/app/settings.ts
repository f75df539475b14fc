/** The settings that a case passes to the application. */

export interface Settings {
  /** The MCP endpoint. */
  server: string
  driver: 'popup' | 'redirect'
  store: 'memory' | 'tab' | 'idb' | 'local'
  /** Milliseconds before a window that seems closed ends the sign-in. */
  grace?: number
  /** Keeps `window.opener` in the popup. */
  opener?: boolean
  /** Shows a link when the popup is blocked. */
  link?: boolean
  /** Signs in when the page loads, outside any click. */
  auto?: boolean
}
