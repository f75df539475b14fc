/** The options of calls: each method takes those that mean something to it. */
import type { Continuation } from '../types/input-required.ts'
import type { LogMessage, Progress } from '../types/notifications.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { ResumeToken, StreamToken } from './resume-token.ts'

/** The options of every request. */
export interface RequestOptions {
  /**
   * Aborts the request, which rejects with the reason of the signal, and cancels it at the server.
   *
   * @example
   * await client.listTools({ signal: AbortSignal.timeout(5_000) })
   */
  signal?: AbortSignal | undefined
  /** Milliseconds without a sign of life. @default the client's */
  timeout?: number | undefined
  /** Milliseconds in all. @default the client's */
  maxTotalTimeout?: number | undefined
  /** Members for `params._meta`. */
  meta?: Record<string, unknown> | undefined
}

/** The options of requests whose results may be cached. */
export interface CacheOptions {
  /**
   * `refresh` asks the server even if a cached response is fresh. `only-if-cached` never asks it, and rejects if there is
   * none. @default 'default'
   */
  cacheMode?: 'default' | 'refresh' | 'only-if-cached' | undefined
}

/** The options of requests that the server works on for a while. */
export interface ProgressOptions {
  /**
   * Called with each progress notification, before the call resolves.
   *
   * @example
   * await client.callTool('render', { scene: 'teapot' }, {
   *   onProgress: ({ progress, total, message }) => console.log(progress, total, message),
   * })
   */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Called with each log message that belongs to this call. */
  onLog?: ((message: LogMessage) => void) | undefined
}

/** How the input that a server asks for is provided. */
export type InputMode = 'handle' | 'return'

/** The options of requests that may need input. */
export interface InputOptions<Mode extends InputMode = 'handle'> {
  /** `return`: a call that needs input returns InputRequired instead of asking the handlers. @default 'handle' */
  inputRequired?: Mode | undefined
  /** Continues a call that needed input, with the responses. */
  resume?: Continuation | undefined
}

/** The options of `listTools()`, `listResources()`, `listResourceTemplates()` and `listPrompts()`. */
export interface ListOptions extends RequestOptions, CacheOptions {}

/** The options of `getPrompt()`. */
export interface GetPromptOptions<Mode extends InputMode = 'handle'>
  extends RequestOptions,
    ProgressOptions,
    InputOptions<Mode> {}

/** The options of `readResource()`. */
export interface ReadResourceOptions<Mode extends InputMode = 'handle'> extends GetPromptOptions<Mode>, CacheOptions {}

/** The options of `request()`. */
export interface CustomRequestOptions extends RequestOptions, ProgressOptions {
  /** Called with a token whenever the call could be resumed from a new position. */
  onResumable?: ((token: ResumeToken) => void) | undefined
  /** Resumes a call that was started elsewhere, instead of sending it. */
  resume?: ResumeToken | undefined
  /** Validates the result, and gives it its type. */
  resultSchema?: StandardSchema | undefined
}

/** The options of `callTool()`. */
export interface CallToolOptions<Mode extends InputMode = 'handle'>
  extends RequestOptions,
    ProgressOptions,
    Omit<InputOptions<Mode>, 'resume'> {
  /** Called with a token whenever the call could be resumed from a new position. */
  onResumable?: ((token: ResumeToken) => void) | undefined
  /** Resumes a call that was started elsewhere, or continues one that needed input, instead of sending it. */
  resume?: ResumeToken | Continuation | undefined
  /** `safe`: a read-only or idempotent tool is called once more when it is unknown whether it ran. @default 'never' */
  retry?: 'never' | 'safe' | undefined
  /**
   * Validates `structuredContent`, and gives it its type. Skipped for `isError` results.
   *
   * @example
   * const result = await client.callTool('add', { a: 1, b: 2 }, { outputSchema: z.object({ sum: z.number() }) })
   * if (!result.isError) console.log(result.structuredContent.sum)
   */
  outputSchema?: StandardSchema | undefined
}

/** All options of all methods. */
export interface CallOptions
  extends CallToolOptions<InputMode>,
    CacheOptions,
    Pick<CustomRequestOptions, 'resultSchema'> {
  /** Not an option of applications: the session that the cursor of a list belongs to. */
  cursorSession?: object | undefined
  /** Not an option of applications: the request is not sent in another era than this. */
  onlyEra?: object | undefined
  /** Not an option of applications: called with the `retry` of the response stream in the modern era. */
  onRetry?: ((milliseconds: number) => void) | undefined
}

/** The resume token of a stream, if there is one; tasks and continuations resume in another way. */
export function streamTokenOf({ resume }: CallOptions): StreamToken | undefined {
  return resume && 'lastEventId' in resume ? resume : undefined
}
