/** The interface of a browser that the cases need: contexts, tabs, trusted clicks and script evaluation. */

/** One document: that of a tab, or of a frame inside it. */
export interface Frame {
  /** The value of an expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>
  /** A trusted click, which allows the page to open a window. */
  click(selector: string): Promise<void>
}

export interface Tab extends Frame {
  url(): Promise<string>
  go(url: string): Promise<void>
  /** The document inside the only frame of the tab. */
  frame(): Promise<Frame>
  close(): Promise<void>
}

/** A browser context with its own storage. */
export interface BrowserContext {
  /** Of the engine, where it is known only once a session is open. */
  version?: string
  open(url: string): Promise<Tab>
  /** All open tabs, also those that pages opened. */
  tabs(): Promise<Tab[]>
  close(): Promise<void>
}

export interface Browser {
  newContext(): Promise<BrowserContext>
  close(): Promise<void>
}

/** Starts the browser with its popup blocker, which automation usually turns off. */
export type StartBrowser = () => Promise<Browser>
