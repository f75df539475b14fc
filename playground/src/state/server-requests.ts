/** What servers ask: each question waits here until the person has answered it. */
import { signal } from '@preact/signals'
import type { ElicitRequest, ElicitResult, Handlers, Root, SampleRequest, SampleResult } from 'mcp-over-fetch'

interface Kinds {
  elicit: { request: ElicitRequest; answer: ElicitResult }
  sample: { request: SampleRequest; answer: SampleResult }
  roots: { request: undefined; answer: Root[] }
}

export type QuestionOf<K extends keyof Kinds> = {
  kind: K
  id: number
  request: Kinds[K]['request']
  answer(answer: Kinds[K]['answer']): void
  refuse(reason: Error): void
}

export type Question = { [K in keyof Kinds]: QuestionOf<K> }[keyof Kinds]

/** Oldest first. */
export const questions = signal<readonly Question[]>([])

/** What was answered since the page was opened, for the code that is shown. */
export const answered = signal<readonly { kind: keyof Kinds; answer: unknown }[]>([])

/** Servers ask for roots again and again: what to answer without asking the person. */
export const knownRoots = signal<Root[] | undefined>(undefined)

let count = 0

function ask<K extends keyof Kinds>(
  kind: K,
  request: Kinds[K]['request'],
  signal: AbortSignal,
): Promise<Kinds[K]['answer']> {
  const id = ++count
  const forget = () => {
    questions.value = questions.value.filter((question) => question.id !== id)
  }
  return new Promise<Kinds[K]['answer']>((resolve, reject) => {
    const answer = (given: Kinds[K]['answer']) => {
      answered.value = [...answered.value, { kind, answer: given }]
      resolve(given)
    }
    const question = { kind, id, request, answer, refuse: reject } as unknown as Question
    questions.value = [...questions.value, question]
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  }).finally(forget)
}

export const handlers: Handlers = {
  elicit: (request, { signal }) => ask('elicit', request, signal),
  sample: (request, { signal }) => ask('sample', request, signal),
  roots: ({ signal }) => knownRoots.value ?? ask('roots', undefined, signal),
}
