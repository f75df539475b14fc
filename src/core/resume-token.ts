/** Plain JSON by which a call or a connection is continued elsewhere. */
import type { RequestId } from '../types/jsonrpc.ts'
import type { EraName, InitializeResult, TransportKind } from '../types/lifecycle.ts'
import type { Tool } from '../types/tools.ts'

/** Resumes a call from anywhere. Plain JSON. */
export type ResumeToken = StreamToken | TaskToken

/** Resumes a call that the server answers on a stream. It contains the session id. */
export interface StreamToken {
  /** The id of the request. */
  requestId: RequestId
  /** The last event that was received. */
  lastEventId: string
  /** The headers of the session. */
  session: Record<string, string>
}

/** Resumes a call that the server runs as a task. */
export interface TaskToken {
  /** The id of the task. */
  taskId: string
}

/** Continues a connection from anywhere. Plain JSON. It contains the session id. */
export interface Snapshot {
  /** The version of this format. */
  version: 1
  /** The endpoint; the snapshot is refused for any other. */
  url: string
  /** The transport in use. */
  transport: TransportKind
  /** The era of the server. */
  era: EraName
  /** The headers of the session. An HTTP+SSE session ends with its stream and cannot be continued. */
  session?: Record<string, string>
  /** How the server introduced itself. */
  server: InitializeResult
  /** Tools with arguments that are repeated in headers. */
  tools?: Tool[]
}
