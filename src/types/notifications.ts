/** Progress and log messages. */

/** The importance of log messages, from the least to the most (RFC 5424). */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** How far a request is. */
export interface Progress {
  /** Grows with every notification. */
  progress: number
  /** What `progress` will be in the end, if it is known. */
  total?: number
  /** What is going on, for a user. */
  message?: string
}

/** A log message of a server. */
export interface LogMessage {
  /** Its importance. */
  level: LoggingLevel
  /** The part of the server that sent it. */
  logger?: string
  /** Text, or anything that is JSON. */
  data: unknown
}
