/** The entry `mcp-over-fetch/apps`: a host for MCP Apps, the interactive views of tools, and the proxy page they run in. */
export type { AppCsp, CspList, DroppedDomain } from './csp.ts'
export { AppError, type AppErrorReason } from './errors.ts'
export { mountApp } from './mount-app.ts'
export { type AppProxyOptions, createAppProxy, staticAppProxy } from './proxy/create-app-proxy.ts'
export { type ReadAppOptions, readApp } from './read-app.ts'
export { appsExtension, isVisibleTo, viewOf } from './tool.ts'
export type {
  App,
  AppClient,
  AppDownload,
  AppEvent,
  AppMessage,
  AppModality,
  AppModelContext,
  AppOptions,
  AppPermission,
  AppServer,
  AppToolCall,
  AppView,
  AppViewMeta,
  ContainerDimensions,
  DisplayMode,
  HostContext,
  PageElement,
  PageFrame,
} from './types.ts'
