/** What a case tells the application. */

export interface Settings {
  /** The MCP endpoint. */
  server: string
  driver: 'popup' | 'redirect'
  store: 'memory' | 'tab' | 'idb' | 'local'
  /** Milliseconds, of a window that seems closed. */
  grace?: number
  /** Leaves the window its opener. */
  opener?: boolean
  /** A blocked window becomes a link. */
  link?: boolean
  /** Signs in as soon as the page is there, outside any click. */
  auto?: boolean
}
