/** Asks the client in the middle of a request: on its stream in the handshake revisions, in rounds afterwards. */
import { Fault, type Peer } from '../request-context.ts'
import { type Answer, answerIssues, lacking, type Question } from './input-request.ts'
import { isStateless } from '../../revisions.ts'
import { isObject } from '../json-schema.ts'
import type { Seal } from './request-state.ts'

export type Answers<Key extends string> = Record<Key, Answer>

export interface Inquiry {
  /** Whether the client declared what this question needs. */
  can(question: Question): boolean
  /** `sealed` hands the answers so far to the client as a request state; several rounds need it. */
  ask<Key extends string>(questions: Record<Key, Question>, options?: { sealed?: boolean }): Promise<Answers<Key>>
  /** Sends the client away once, with nothing to answer: it comes back with the state it was given. */
  postpone(): Promise<void>
}

/** Leaves a feature that needs another round; becomes the result of the request. */
export class InputRequired extends Error {
  readonly result: object
  constructor(need: { inputRequests?: object; requestState?: string }) {
    super('The client has to come back first')
    this.result = { resultType: 'input_required', ...need }
  }
}

export function createInquiry(seal: Seal, method: string, params: Record<string, unknown>, peer: Peer): Inquiry {
  const can = (question: Question) => lacking(question, peer.clientCapabilities) === undefined
  return { can, ...(isStateless(peer.version) ? inRounds(seal, method, params, peer) : onStream(peer)) }
}

function onStream(peer: Peer): Pick<Inquiry, 'ask' | 'postpone'> {
  return {
    async ask(questions) {
      const all = Object.entries<Question>(questions).map(async ([key, question]) => {
        if (lacking(question, peer.clientCapabilities)) throw new Error(`The client did not declare ${question.method}`)
        return [key, check(key, question, await send(peer, question))]
      })
      return Object.fromEntries(await Promise.all(all)) as never
    },
    async postpone() {},
  }
}

async function send(peer: Peer, question: Question): Promise<unknown> {
  try {
    return await peer.request(question.method, question.params)
  } catch (reason) {
    peer.signal.throwIfAborted()
    // The client's error is the tool's bad luck, not the error of the client's own request.
    const code = reason instanceof Fault ? ` with ${reason.code}` : ''
    throw new Error(`The client refused ${question.method}${code}: ${(reason as Error).message}`)
  }
}

function inRounds(
  seal: Seal,
  method: string,
  params: Record<string, unknown>,
  peer: Peer,
): Pick<Inquiry, 'ask' | 'postpone'> {
  // The arguments belong to it: a client must come back with the request it made.
  const subject = `${method} ${params.name ?? params.uri} ${JSON.stringify(params.arguments ?? {})}`
  const state = remembered(seal, subject, params.requestState)
  const given = { ...state, ...responses(params.inputResponses) }
  return {
    async ask(questions, { sealed = false } = {}) {
      // Answers to a sealed round that come back without its seal are not taken: they are asked for again.
      const known: Record<string, unknown> = sealed && !state ? {} : given
      const entries = Object.entries<Question>(questions)
      const open = entries.filter(([key]) => !Object.hasOwn(known, key))
      if (open.length > 0) {
        requireCapabilities(open, peer)
        const requestState = sealed && { requestState: seal.close(subject, known) }
        throw new InputRequired({ inputRequests: Object.fromEntries(open), ...requestState })
      }
      return Object.fromEntries(entries.map(([key, question]) => [key, check(key, question, known[key])])) as never
    },
    async postpone() {
      if (!state) throw new InputRequired({ requestState: seal.close(subject, {}) })
    },
  }
}

function requireCapabilities(questions: [string, Question][], peer: Peer): void {
  const required = questions.map(([, question]) => lacking(question, peer.clientCapabilities))
  if (!required.some(Boolean)) return
  const requiredCapabilities = Object.assign({}, ...required)
  throw new Fault(-32021, 'The client did not declare a capability that this needs', { requiredCapabilities })
}

function check(key: string, question: Question, answer: unknown): Answer {
  const found = answerIssues(question, answer)
  if (found.length === 0) return answer as Answer
  throw new Fault(-32602, `Invalid answer to ${key}: ${found.join('; ')}`, { key, issues: found })
}

function remembered(seal: Seal, subject: string, state: unknown): Record<string, unknown> | undefined {
  if (state === undefined) return undefined
  const content = typeof state === 'string' ? seal.open(subject, state) : undefined
  if (!content) throw new Fault(-32602, `The requestState was not issued for ${subject}, or was changed`)
  return content
}

function responses(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (!isObject(value)) throw new Fault(-32602, `inputResponses must be an object, got ${JSON.stringify(value)}`)
  return value
}
