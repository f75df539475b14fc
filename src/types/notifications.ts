/** Progress and log messages. */

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

export interface Progress {
  progress: number
  total?: number
  message?: string
}

export interface LogMessage {
  level: LogLevel
  logger?: string
  data: unknown
}
