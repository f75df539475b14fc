/** Checks what an application kept in a storage: a snapshot, tools, a resume token or a continuation. */
import type { Tool } from '../../types/tools.ts'
import type { CallOptions } from '../call-options.ts'
import type { Snapshot, StreamToken } from '../resume-token.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { findProblem, type Shape } from './shape.ts'
import { initializeResult, tool } from './shapes.ts'

const SNAPSHOT: Shape = {
  transport: '=streamable-http|=sse',
  era: '=modern|=legacy',
  'session!': { '*': 'string' },
  server: initializeResult,
  'tools!': [tool],
}

/** By the member that tells one kind of value from the others. */
const RESUMABLE: Record<string, Shape> = {
  taskId: { taskId: 'string' },
  lastEventId: { requestId: 'string|number', lastEventId: 'string', session: { '*': 'string' } },
  method: {
    url: 'string',
    method: 'string',
    params: 'object',
    'inputRequests!': 'object',
    'requestState!': 'string',
    'inputResponses!': 'object',
  },
}

/** A copy of the snapshot. Throws TypeError if it has another format, or is that of another endpoint. */
export function checkSnapshot(given: Snapshot | null | undefined, url: string): Snapshot | undefined {
  // A storage returns null for what it does not have.
  if (given === undefined || given === null) return undefined
  if (given.version !== 1 || given.url !== url) {
    throw invalidArgument('snapshot: got one of another address or version')
  }
  const snapshot = copyChecked('snapshot', SNAPSHOT, given)
  checkSession('snapshot', snapshot.session)
  return snapshot
}

/** Throws TypeError for any other header than those of a session: it would replace one of the application. */
function checkSession(option: string, session: object = {}): void {
  const other = Object.keys(session).find((name) => !/^mcp-(session-id|protocol-version)$/.test(name))
  if (other !== undefined) throw invalidArgument(`${option}: "${other.slice(0, 50)}" is not a session header`)
}

/** Copies of the tools. Throws TypeError for what is none. */
export function checkTools(given: readonly Tool[] = []): Tool[] {
  return copyChecked('tools', [tool], given) as Tool[]
}

function copyChecked<T>(option: string, shape: Shape, given: T): T {
  const copy = JSON.parse(JSON.stringify(given))
  const problem = findProblem(shape, copy)
  if (problem) throw invalidArgument(`${option}: expected ${problem}`)
  return copy
}

/** Throws TypeError for a value that is neither a resume token nor a continuation. */
export function checkResume(resume: CallOptions['resume'] | null): void {
  if (resume === undefined || resume === null) return
  // A copy, since findProblem() removes members. That of a text or number has no members that count.
  const copy = { ...resume }
  const kind = Object.keys(RESUMABLE).find((name) => name in copy)
  const problem = kind ? findProblem(RESUMABLE[kind]!, copy) : 'a resume token or a continuation, got another value'
  if (problem) throw invalidArgument(`resume: expected ${problem}`)
  checkSession('resume', (copy as Partial<StreamToken>).session)
}
