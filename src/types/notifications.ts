/** Progress and log messages. */

export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

export interface Progress {
  progress: number
  total?: number
  message?: string
}

export interface LogMessage {
  level: LoggingLevel
  logger?: string
  data: unknown
}
