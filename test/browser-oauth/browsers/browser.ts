/** What these tests need of a browser: tabs, real clicks, and a look at what is in a page. */

/** A document that can be looked at and clicked on. */
export interface View {
  /** The value of an expression in the page; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>
  /** As a person does it, so that the page may open a window. */
  click(selector: string): Promise<void>
}

export interface Tab extends View {
  url(): Promise<string>
  go(url: string): Promise<void>
  /** The document inside its only frame. */
  frame(): Promise<View>
  close(): Promise<void>
}

/** One person's browser, with storage of its own. */
export interface Visit {
  open(url: string): Promise<Tab>
  /** All there are, also those that pages opened. */
  tabs(): Promise<Tab[]>
  close(): Promise<void>
}

export interface Browser {
  visit(): Promise<Visit>
  close(): Promise<void>
}

/** Starts it without what automation usually adds: windows outside a click are blocked. */
export type StartBrowser = () => Promise<Browser>
