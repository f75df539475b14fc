/** Which request each method of the client makes, so that the compiler catches a method that is wired to another. */
import type { ConnectedContext } from './context.ts'
import type { customRequest, ping } from './methods/custom-request.ts'
import type { listAllPages, listPage } from './methods/list-pages.ts'
import type { notify, rootsChanged, setLoggingLevel } from './methods/notify.ts'
import type { complete, getPrompt } from './methods/prompts.ts'
import type { readResource } from './methods/resources.ts'
import type { callTool } from './methods/tools.ts'

/** The request that each method makes. */
export interface Requests {
  listTools: typeof listAllPages<'tools'>
  callTool: typeof callTool
  listResources: typeof listAllPages<'resources'>
  listResourceTemplates: typeof listAllPages<'resourceTemplates'>
  readResource: typeof readResource
  listPrompts: typeof listAllPages<'prompts'>
  getPrompt: typeof getPrompt
  complete: typeof complete
  listPage: typeof listPage
  setLoggingLevel: typeof setLoggingLevel
  request: typeof customRequest
  notify: typeof notify
  rootsChanged: typeof rootsChanged
  ping: typeof ping
}

declare const madeBy: unique symbol

/** What a method returns. The compiler tells it from that of another method, even where the results have one shape. */
export interface MadeBy<Name, Result> extends Promise<Result> {
  readonly [madeBy]: Name
}

/** Each method makes the request of its own name. */
export type Wiring = { readonly [Name in keyof Requests]: (...args: never[]) => MadeBy<Name, unknown> }

/** `known` has the names of the options; `args` are those of the request. */
export type RunArguments<Name extends keyof Requests, Args extends unknown[], Result> = [
  name: Name,
  known: object,
  options: object | undefined,
  request: Requests[Name] & ((context: ConnectedContext, call: number, ...args: Args) => Promise<Result>),
  ...args: Args,
]

/** Makes the request of a method. */
export type Run = <Name extends keyof Requests, Args extends unknown[], Result>(
  ...run: RunArguments<Name, Args, Result>
) => MadeBy<Name, Result>
