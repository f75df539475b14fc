/** What an application tells the server: any notification, that its roots have changed, and the level of log messages. */
import type { Params } from '../../types/jsonrpc.ts'
import type { LoggingLevel } from '../../types/notifications.ts'
import type { RequestOptions } from '../call-options.ts'
import { withScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { CapabilityError, capabilityRemedy } from '../errors.ts'
import { withMeta } from '../rpc/route-messages.ts'
import { limitsOf, post } from '../rpc/send.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { checkText } from './check-call.ts'
import { missingCapability, requireCapability } from './require-capability.ts'

/** Resolves when the server has taken the notification. */
export async function notify(
  context: ConnectedContext,
  call: number,
  method: string,
  params?: Params,
  options: RequestOptions = {},
): Promise<void> {
  checkText('notify(method, params)', method)
  const { channel, environment } = context
  if (!channel.current.revision.clientNotifications) throw missingCapability('notifications of clients')
  const allParams = withMeta(params, 0, { meta: options.meta })
  const message = { jsonrpc: '2.0', method, ...(allParams && { params: allParams }) } as const
  await withScope(environment, limitsOf(context, method, options, call), async (scope) => {
    scope.check()
    await post(context, channel, message, scope)
  })
}

/** Where clients send no notifications it is only an event: there, servers ask for the roots when they need them. */
export async function rootsChanged(context: ConnectedContext, call: number, options?: RequestOptions): Promise<void> {
  const method = 'notifications/roots/list_changed'
  if (!context.settings.handlers.roots) throw invalidArgument(`rootsChanged: no roots${capabilityRemedy(['roots'])}`)
  await notify(context, call, method, undefined, options).catch((error) => {
    if (!(error instanceof CapabilityError)) throw error
    context.warn(`${method} was not sent`, error, false, call)
  })
}

export async function setLoggingLevel(
  context: ConnectedContext,
  _call: number,
  level: LoggingLevel,
  options?: RequestOptions,
): Promise<void> {
  const { current } = context.channel
  if (!current.revision.levelPerRequest) await requireCapability(context, 'logging', options)
  await current.setLoggingLevel(level, options)
}
