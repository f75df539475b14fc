/** The public types of apps: the options of `mountApp()`, the mounted app, and its events. */
import type { Client } from '../core/index.ts'
import type { CreateMessageRequestParams, CreateMessageResult } from '../types/client-features.ts'
import type { ContentBlock, EmbeddedResource, ResourceLink } from '../types/content.ts'
import type { Implementation } from '../types/lifecycle.ts'
import type { LogMessage } from '../types/notifications.ts'
import type { CallToolResult, Tool } from '../types/tools.ts'
import type { AppCsp, CspList, DroppedDomain } from './csp.ts'

/** An `HTMLElement`, in programs that have the types of the DOM. */
export type PageElement = typeof globalThis extends { HTMLElement: { prototype: infer Element } } ? Element : object

/** An `HTMLIFrameElement`, in programs that have the types of the DOM. */
export type PageFrame = typeof globalThis extends { HTMLIFrameElement: { prototype: infer Frame } } ? Frame : object

/** What `mountApp()` uses of a client. */
export type AppClient = Pick<Client, 'callTool' | 'listTools' | 'readResource' | 'listResources' | 'snapshot'>

/** A feature of the browser that a view may ask for. */
export type AppPermission = 'camera' | 'microphone' | 'geolocation' | 'clipboardWrite'

/** How a view is displayed. */
export type DisplayMode = 'inline' | 'fullscreen' | 'pip'

/** A kind of content that the application takes from a view. */
export type AppModality = 'text' | 'image' | 'audio' | 'resource' | 'resourceLink' | 'structuredContent'

/** The HTML of a view and what it asks for. */
export interface AppView {
  /** The URI of its resource. */
  readonly uri: string
  /** Its HTML. */
  readonly html: string
  /** The metadata of the resource: text of the server, unchecked. */
  readonly meta: AppViewMeta
}

/** The metadata of a view's resource. The server chose it: check each member before you use it. */
export interface AppViewMeta {
  /** The domains it wants to reach. */
  csp?: unknown
  /** The features it asks for. */
  permissions?: unknown
  /** An origin of its own that it asks for, in a format that the host defines. */
  domain?: unknown
  /** Whether it wants a visible border. */
  prefersBorder?: unknown
}

/** The server of an app, for the choice of an origin. */
export interface AppServer {
  /** Its URL, or the option `server`. */
  readonly id: string
  /** 32 hexadecimal digits of the id's SHA-256: a label for a subdomain. */
  readonly hash: string
}

/** The limits of the frame: a fixed size, or a maximum up to which it follows the view. */
export interface ContainerDimensions {
  /** A fixed width in pixels. */
  width?: number
  /** A fixed height in pixels. */
  height?: number
  /** The largest width in pixels. */
  maxWidth?: number
  /** The largest height in pixels. */
  maxHeight?: number
}

/** What a view is told about the application. Every member is optional. */
export interface HostContext {
  /** The color theme. */
  theme?: 'light' | 'dark'
  /** CSS variables such as `--color-background-primary`, and `@font-face` rules. */
  styles?: { variables?: Record<string, string | undefined>; css?: { fonts?: string } }
  /** How the view is displayed. @default 'inline' */
  displayMode?: DisplayMode
  /** The modes that a view may ask for. @default ['inline'] */
  availableDisplayModes?: DisplayMode[]
  /** The limits of the frame. @default the width of the container and the height of the view */
  containerDimensions?: ContainerDimensions
  /** The user's language, as in `navigator.language`. */
  locale?: string
  /** The user's time zone, such as `Europe/Paris`. */
  timeZone?: string
  /** The name of the application. */
  userAgent?: string
  /** The kind of device. */
  platform?: 'web' | 'desktop' | 'mobile'
  /** How the user points. */
  deviceCapabilities?: { touch?: boolean; hover?: boolean }
  /** Parts of the screen to keep free, in pixels. */
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number }
  /** The tool of the view. @default the option `tool` */
  toolInfo?: { id?: string | number; tool: Tool }
  /** Members of later revisions. */
  [member: string]: unknown
}

/** A message that a view wants to add to the conversation. */
export interface AppMessage {
  /** In whose name. */
  role: 'user'
  /** The content; only of the kinds in `modalities`. */
  content: ContentBlock[]
}

/** What a view wants the model to know in the next turn. It replaces what the same view said before. */
export interface AppModelContext {
  /** For the model. */
  content?: ContentBlock[]
  /** The same as data. */
  structuredContent?: Record<string, unknown>
}

/** A file that a view wants to save. */
export interface AppDownload {
  /** A name without directories and control characters. */
  name: string
  /** The content, or the address of a resource to read. */
  content: EmbeddedResource | ResourceLink
}

/** A call of a tool by a view. */
export interface AppToolCall {
  /** The definition of the tool. */
  tool: Tool
  /** The arguments of the view. */
  arguments: Record<string, unknown>
}

/** What happened in an app: messages in both directions, and whatever was left out. */
export type AppEvent =
  /** A message of the bridge, after it was checked. */
  | { type: 'message'; direction: 'in' | 'out'; message: unknown }
  /** A message of the view that was not processed. */
  | { type: 'ignored'; reason: 'not-json-rpc' | 'too-large' | 'flood' | 'unknown'; message: unknown }
  /** What the view may do, for your audit log, and the declared domains that are not in its policy. */
  | { type: 'policy'; csp: AppCsp; dropped: readonly DroppedDomain[]; permissions: AppPermission[] }
  /** The view wants to be closed. */
  | { type: 'close-requested' }
  /** Something that should be changed. */
  | { type: 'warning'; message: string; error?: unknown }
  /** The frame is gone. With an error, it did not go in order. */
  | { type: 'closed'; reason: string; error?: unknown }

/** A value, or a promise for it. */
type Awaitable<T> = T | Promise<T>

/** The options of `mountApp()`. A view can do what has a callback, and nothing else. */
export interface AppOptions {
  /** The connection to the server of the tool. The view reaches only this server. */
  client: AppClient
  /** The definition of the tool, as the server lists it. */
  tool: Tool
  /** The arguments of the call. Without them, call `input()` later. */
  args?: object | undefined
  /** The result of the call, or a promise for it. A rejection tells the view that the call was canceled. */
  result?: CallToolResult | Promise<CallToolResult> | undefined
  /**
   * Where the proxy page is. A function gives each server an origin of its own, on which views have storage and cookies.
   * A fixed address serves views of all servers, without an origin. Never on the origin of this page.
   *
   * @example
   * await mountApp(container, {
   *   client,
   *   tool,
   *   proxy: ({ hash }) => `https://${hash}.apps.example.com/`,
   * })
   */
  proxy: string | URL | ((server: AppServer) => Awaitable<string | URL>)
  /** `opaque`: the view has no origin even if its proxy has one of its own. @default by the kind of `proxy` */
  isolation?: 'origin' | 'opaque' | undefined
  /** The proxy page is a static file, so its policy is fixed: views that declare domains are refused. @default false */
  staticProxy?: boolean | undefined
  /** Identifies the server, where one URL serves several users or tenants. @default the client's URL */
  server?: string | undefined
  /** The view, if `readApp()` read it before. */
  view?: AppView | Promise<AppView> | undefined
  /** What to tell the view about the application. */
  hostContext?: HostContext | undefined
  /** The name and version of the application. */
  hostInfo?: Implementation | undefined
  /** The features that views may use if they ask for them. @default none */
  permissions?: readonly AppPermission[] | undefined
  /** Decides about a domain that the view declares. @default all that the specification allows */
  allowDomain?: ((domain: string, list: CspList) => boolean) | undefined
  /** The kinds of content for `onMessage` and `onModelContext`. @default ['text'] */
  modalities?: readonly AppModality[] | undefined
  /** Aborts mounting, and closes the app later. */
  signal?: AbortSignal | undefined
  /** Milliseconds until the view must have started. @default 30_000 */
  timeout?: number | undefined
  /** Milliseconds until the proxy page must have loaded. @default 5_000 */
  proxyTimeout?: number | undefined
  /** Milliseconds that the view gets to end its work when it is closed. @default 1_000 */
  teardownTimeout?: number | undefined
  /** The largest HTML in characters, and the largest message of the view. @default 8_388_608 */
  maxSize?: number | undefined
  /** Whether a view may call tools and read resources of its server. @default true */
  serverAccess?: boolean | undefined
  /** Approves each call of a tool by the view. @default all calls of tools that are visible to apps */
  approve?: ((call: AppToolCall) => Awaitable<boolean>) | undefined
  /** Adds a message to the conversation. Returns false, or a promise for it, if the user refuses. */
  onMessage?: ((message: AppMessage) => unknown) | undefined
  /** Keeps what the model gets in the next turn. */
  onModelContext?: ((context: AppModelContext) => unknown) | undefined
  /** Opens a link, with `noopener`. Ask the user: the view chose the address. Returns false if the user refuses. */
  onOpenLink?: ((url: URL) => unknown) | undefined
  /** Saves files. Ask the user. Returns false if the user refuses. */
  onDownload?: ((files: AppDownload[]) => unknown) | undefined
  /** Displays the view in another mode, and returns the mode that holds now. @default the mode does not change */
  onDisplayMode?: ((mode: DisplayMode) => Awaitable<DisplayMode | undefined>) | undefined
  /** Asks the application's model for a message. */
  onSample?: ((request: CreateMessageRequestParams, signal: AbortSignal) => Awaitable<CreateMessageResult>) | undefined
  /** Receives log messages of the view. */
  onLog?: ((message: LogMessage) => void) | undefined
  /** The view wants to be closed. @default it stays */
  onCloseRequest?: (() => void) | undefined
  /** Receives every event of the app. */
  onEvent?: ((event: AppEvent) => void) | undefined
}

/** A mounted app. */
export interface App {
  /** The frame, for its size and place on the page. Its `src`, `sandbox` and `allow` must not change. */
  readonly frame: PageFrame
  /** The view that is shown. */
  readonly view: AppView
  /** How the view introduced itself. */
  readonly info: unknown
  /** How the view is isolated. */
  readonly isolation: 'origin' | 'opaque'
  /** Tells the view what changed in the application. */
  update(context: HostContext): void
  /** The arguments so far, while a model writes them. */
  partial(args: object): void
  /** The arguments. Only the first call counts. */
  input(args: object): void
  /** The result of the tool, or a promise for it. Only the first call counts. */
  result(result: CallToolResult | Promise<CallToolResult>): void
  /** The call of the tool was canceled. */
  cancel(reason?: string): void
  /** Lets the view end its work, then removes the frame. */
  close(reason?: string): Promise<void>
}
