/** A server for `npm run test:interop -- --wide`: which packages it needs, and how it is started. */
/** How much faster the clocks run during silent calls. */
export const SPEED = 20

export interface WideMode {
  name: string
  /** With exact versions. */
  packages: readonly string[]
  /** What Node runs, and its arguments; `{port}` stands for the port. Our own programs are in `programs`. */
  args: readonly string[]
  env?: Record<string, string>
  /** The program has a port of its own. */
  forcePort?: boolean
  path: string
  /** A call that needs no network. @default the list of tools */
  call?: [tool: string, args: Record<string, unknown>]
  /** Something in front of the server: gives the address for the client. */
  front?: (port: number) => Promise<Front>
  /** A call that is silent for 70 s; the clocks of client and server then run fast. */
  silentCall?: [tool: string, args: Record<string, unknown>]
}

export interface Front {
  origin: string
  stop(): Promise<void>
}

/** The call of our own programs. */
export const echo: [string, Record<string, unknown>] = ['echo', { text: 'hello' }]
