/** The `initialize` handshake over a fresh transport, which opens a session. */
import type { InitializeResult, TransportKind } from '../../types/lifecycle.ts'
import type { CallScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import { noCommonVersion, type RpcError } from '../errors.ts'
import { supportedVersions } from '../refusals.ts'
import { revisionOf, versionsOf } from '../revisions.ts'
import { post, sendInScope } from '../rpc/send.ts'
import { declareCapabilities } from '../server-requests/request-handlers.ts'
import { check } from '../validation/shape.ts'
import { initializeResult } from '../validation/shapes.ts'
import { openHttpSse } from './http-sse.ts'
import { createStreamableHttp } from './streamable-http.ts'
import type { LegacyTransport, Session } from './transport.ts'

/** Throws VersionError if the server chooses another version than these. After an error the transport is closed. */
export async function openSession(
  context: ClientContext,
  kind: TransportKind,
  scope: CallScope,
  versions: readonly string[] = versionsOf('legacy', context.settings.versions),
): Promise<Session> {
  const transport = kind === 'sse' ? await openHttpSse(context, scope) : createStreamableHttp(context)
  try {
    const server = await initialize(transport, context, scope, versions)
    const { protocolVersion } = server
    if (!versions.includes(protocolVersion)) {
      throw noCommonVersion([context.http.redact(protocolVersion)], versions)
    }
    if (revisionOf(protocolVersion).versionHeader) transport.setProtocolVersion(protocolVersion)
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
    await post(context, { current: transport }, initialized, scope).catch((error) => {
      scope.check()
      // A server that answered `initialize` works, even if it refuses this.
      context.warn('notifications/initialized failed', error)
    })
    return { transport, server }
  } catch (error) {
    // In the background. After an abort or a timeout nothing more is sent, also not to end the session.
    void transport.close(scope.passed, context.closing)
    throw error
  }
}

/** Offers the newest version; if the server refuses it and names others, the first of them that is supported. */
async function initialize(
  transport: LegacyTransport,
  context: ClientContext,
  scope: CallScope,
  versions: readonly string[],
): Promise<InitializeResult> {
  const { settings } = context
  const offer = async (protocolVersion: string) => {
    const capabilities = declareCapabilities(settings, protocolVersion)
    const params = { protocolVersion, capabilities, clientInfo: settings.clientInfo }
    const result = await sendInScope(context, { current: transport }, scope, { method: 'initialize', params })
    return check(initializeResult, result, 'an InitializeResult')
  }
  const newest = versions[0]!
  try {
    return await offer(newest)
  } catch (error) {
    const mutual = supportedVersions(error)?.find((version) => version !== newest && versions.includes(version))
    if (!mutual || (error as RpcError | null)?.rpcCode !== INVALID_PARAMS) throw error
    return offer(mutual)
  }
}
