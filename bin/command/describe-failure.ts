/** Says in one line why a verb failed, and what to do about it. */
import { cleanLine } from './clean.ts'
import { EXIT, InterruptedError, UsageError } from './errors.ts'

export interface Failure {
  line: string
  advice?: string
  code: number
}

export function describeFailure(error: unknown, verb: string | undefined): Failure {
  const { message = String(error), code, status } = error as { message?: string; code?: string; status?: number }
  // Messages may have further lines with hints for pages.
  const line = cleanLine(message.split('\n')[0]!, 600)
  if (error instanceof UsageError)
    return { line, advice: `Try mcp-over-fetch ${verb === undefined ? '' : `${verb} `}--help`, code: EXIT.usage }
  if (error instanceof InterruptedError) return { line, code: EXIT.interrupted }
  if (code === 'authorization-required' || status === 401 || nestedStatus(error) === 401)
    return {
      line: status === 401 || line === '' ? 'the server requires a sign-in (HTTP 401)' : line,
      advice: 'Sign in with mcp-over-fetch login <url>, or pass --token or --header',
      code: EXIT.failed,
    }
  return { line, code: EXIT.failed }
}

function nestedStatus(error: unknown): unknown {
  const { attempts } = error as { attempts?: readonly { status?: number }[] }
  return attempts?.[0]?.status
}
