/** Requests of the server as pending items that a user interface shows and answers. */

import { RpcError } from '../core/errors.ts'
import type { CreateMessageResult, ElicitResult, HandlerContext, Handlers } from '../core/index.ts'
import type { Question } from './types.ts'

/** What MCP's sampling page says to answer when the user refuses. */
const REJECTED = -1

/** The handlers that turn requests of these types into questions. `update` changes the list of questions. */
export function createQuestionHandlers(
  types: readonly Question['type'][],
  update: (change: (questions: readonly Question[]) => readonly Question[]) => void,
): Pick<Handlers, 'elicit' | 'sample'> {
  /** A form that is asked again has the same request. */
  const ids = new WeakMap<object, number>()
  let lastId = 0
  return {
    ...(types.includes('elicit') && {
      elicit: (request, context) => {
        const { signal, ...again } = context
        return add<ElicitResult>(request, signal, (id, resolve) => ({
          type: 'elicit',
          id,
          request,
          ...again,
          answer: (content) => resolve({ action: 'accept', ...(content && { content }) }),
          decline: () => resolve({ action: 'decline' }),
          cancel: () => resolve({ action: 'cancel' }),
        }))
      },
    }),
    ...(types.includes('sample') && {
      sample: (request, { signal }) =>
        add<CreateMessageResult>(request, signal, (id, answer, reject) => ({
          type: 'sample',
          id,
          request,
          answer,
          decline: () =>
            reject(
              new RpcError('sampling/createMessage', { code: REJECTED, message: 'User rejected sampling request' }),
            ),
        })),
    }),
  }

  function add<Result>(
    request: object,
    signal: HandlerContext['signal'],
    create: (id: number, resolve: (result: Result) => void, reject: (error: unknown) => void) => Question,
  ): Promise<Result> {
    const id = ids.get(request) ?? ++lastId
    ids.set(request, id)
    return new Promise<Result>((resolve, reject) => {
      signal.throwIfAborted()
      const remove = () => update((questions) => questions.filter((one) => one !== question))
      const settle =
        <Value>(run: (value: Value) => void) =>
        (value: Value) => {
          signal.removeEventListener('abort', withdraw)
          remove()
          run(value)
        }
      const withdraw = () => settle(reject)(signal.reason)
      const question = create(id, settle(resolve), settle(reject))
      signal.addEventListener('abort', withdraw)
      update((questions) => [...questions, question])
    })
  }
}
