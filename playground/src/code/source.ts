/** What the generated code is made from: a server, what was done there, and what came back. */
import type { Action, CallOutcome } from '../state/calls.ts'
import type { GivenAnswer } from '../state/server-requests.ts'
import type { Target } from '../state/target.ts'

/** Also what the page does without being asked for a result: lists, and listening. */
export type CodeAction =
  | Action
  | { kind: 'list'; list: 'tools' | 'resources' | 'prompts'; names?: readonly string[] }
  | { kind: 'listen'; watched: readonly string[] }

export interface CodeSource {
  target: Pick<Target, 'url' | 'transport' | 'version' | 'auth' | 'headers' | 'scope' | 'oauthDriver'>
  actions: readonly CodeAction[]
  /** Answers to server requests, which become handlers. */
  answers?: readonly GivenAnswer[]
  /** What came of each action, in their order. */
  outcomes?: readonly (CallOutcome | undefined)[]
  /** The interface with the types of the server, and the file that exports it. */
  types?: { name: string; file: string }
}
