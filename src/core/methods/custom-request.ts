/** Any other request, whose result the caller may check with a schema, and the cheapest one. */
import type { Params } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import { withScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { InvalidMessageError } from '../errors.ts'
import { limitsOf } from '../rpc/send.ts'
import { checkText } from './check-call.ts'
import { request } from './request.ts'
import { validateBy } from './structured-content.ts'

export async function customRequest(
  context: ConnectedContext,
  call: number,
  method: string,
  params?: Params,
  options: CallOptions = {},
): Promise<unknown> {
  checkText('request(method, params)', method)
  const { resultSchema } = options
  const result = await request(context, { method, params, options, call })
  if (!resultSchema) return result
  // Validators belong to the application, and may never answer.
  const limits = { ...limitsOf(context, `the validator for ${method}`, options), isSent: true }
  const checked = await withScope(context.environment, limits, (scope) => scope.race(validateBy(resultSchema, result)))
  if (!checked.issues) return checked.value
  const [cause] = checked.issues
  const message = `Expected the result of ${method} to fit its schema: ${cause?.message.slice(0, 200)}`
  throw new InvalidMessageError(message, { delivery: 'answered', result, cause })
}

export async function ping(context: ConnectedContext, call: number, options?: CallOptions): Promise<void> {
  const { channel } = context
  await request(context, {
    // The era may be switched between two attempts, and each has a method of its own.
    get method() {
      return channel.current.revision.pingMethod
    },
    options,
    call,
  })
}
