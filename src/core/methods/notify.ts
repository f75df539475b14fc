/** Notifications of the application: any, and that its roots have changed. */
import type { Params } from '../../types/jsonrpc.ts'
import type { RequestOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { CapabilityError, capabilityRemedy } from '../errors.ts'
import { limitsOf } from '../rpc/call.ts'
import { withMeta } from '../rpc/progress.ts'
import { withDeadline } from '../util/deadline.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { missingCapability } from './require-capability.ts'

/** Resolves when the server has taken the notification. */
export async function notify(
  context: ConnectedContext,
  method: string,
  params?: Params,
  options: RequestOptions = {},
): Promise<void> {
  const { channel, environment } = context
  if (!channel.current.revision.clientNotifications) throw missingCapability('notifications of clients')
  const allParams = withMeta(params, 0, { meta: options.meta })
  await withDeadline(environment, limitsOf(context, method, options), (deadline) => {
    deadline.check()
    return channel.post({ jsonrpc: '2.0', method, ...(allParams && { params: allParams }) }, deadline)
  })
}

/** Where clients send no notifications it is only an event: there, servers ask for the roots when they need them. */
export async function rootsChanged(context: ConnectedContext, options?: RequestOptions): Promise<void> {
  const method = 'notifications/roots/list_changed'
  if (!context.settings.handlers.roots) throw invalidArgument(`rootsChanged: no roots${capabilityRemedy(['roots'])}`)
  await notify(context, method, undefined, options).catch((error) => {
    if (!(error instanceof CapabilityError)) throw error
    context.warn(`${method} was not sent`, error, false, context.call)
  })
}
