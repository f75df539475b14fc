/** How client and server introduce themselves: the handshake, and `server/discover`. */
import * as z from 'zod/mini'
import type { JsonRpcError } from '../types/jsonrpc.ts'
import type { ClientCapabilities, Icon, Implementation, ServerCapabilities } from '../types/lifecycle.ts'
import type {
  NotificationMessage,
  NotificationParams,
  RequestMessage,
  Results,
  WithOptionalParams,
} from '../types/messages.ts'
import type { InitializeRequestParams, RequestParams } from '../types/request-params.ts'
import { clientCapabilities, serverCapabilities } from './capabilities.ts'
import { cacheable, icon, implementation, requestMeta, result, type Schema } from './common.ts'
import { object, optional, requiredWhen, when, wire } from './define.ts'
import {
  errorResponse,
  noParams,
  notificationWithOptionalParams,
  request,
  requestWithOptionalParams,
} from './envelope.ts'
import { noNotificationParams } from './notifications.ts'
import type { Revision } from './revisions.ts'

export interface LifecycleSchemas {
  Icon: Schema<Icon>
  Implementation: Schema<Implementation>
  ClientCapabilities: Schema<ClientCapabilities>
  ServerCapabilities: Schema<ServerCapabilities>
  InitializeRequestParams: Schema<InitializeRequestParams>
  InitializeRequest: Schema<RequestMessage<'initialize', InitializeRequestParams>>
  InitializeResult: Schema<Results['initialize']>
  InitializedNotification: Schema<
    WithOptionalParams<NotificationMessage<'notifications/initialized', NotificationParams>>
  >
  PingRequest: Schema<WithOptionalParams<RequestMessage<'ping', RequestParams>>>
  DiscoverRequest: Schema<RequestMessage<'server/discover', RequestParams>>
  DiscoverResult: Schema<Results['server/discover']>
  HeaderMismatchError: Schema<JsonRpcError>
  MissingRequiredClientCapabilityError: Schema<JsonRpcError>
  UnsupportedProtocolVersionError: Schema<JsonRpcError>
}

export function lifecycleSchemas(at: Revision): LifecycleSchemas {
  // Members that the wire types have as optional, since some servers leave them out.
  const introduction = {
    capabilities: requiredWhen(true, serverCapabilities(at)),
    instructions: optional(z.string()),
  }
  const InitializeRequestParams = wire<InitializeRequestParams>()(
    object({
      _meta: requestMeta(at),
      protocolVersion: z.string(),
      capabilities: clientCapabilities(at),
      clientInfo: implementation(at),
    }),
  )
  const InitializeResult = wire<Results['initialize']>()(
    object({
      ...result(at),
      ...introduction,
      protocolVersion: z.string(),
      serverInfo: requiredWhen(true, implementation(at)),
    }),
  )
  const DiscoverResult = wire<Results['server/discover']>()(
    object({ ...cacheable(at), ...introduction, supportedVersions: z.array(z.string()) }),
  )
  const versions = object({ supported: z.array(z.string()), requested: z.string() })
  return {
    Icon: when(at.icons, icon),
    Implementation: implementation(at),
    ClientCapabilities: clientCapabilities(at),
    ServerCapabilities: serverCapabilities(at),
    InitializeRequestParams: when(at.handshake, InitializeRequestParams),
    InitializeRequest: when(at.handshake, request('initialize', InitializeRequestParams)),
    InitializeResult: when(at.handshake, InitializeResult),
    InitializedNotification: when(
      at.handshake,
      notificationWithOptionalParams('notifications/initialized', noNotificationParams(at)),
    ),
    PingRequest: when(at.handshake, requestWithOptionalParams(at, 'ping', noParams(at))),
    DiscoverRequest: when(at.stateless, request('server/discover', noParams(at))),
    DiscoverResult: when(at.stateless, DiscoverResult),
    HeaderMismatchError: when(at.stateless, errorResponse(-32020, optional(z.unknown()))),
    MissingRequiredClientCapabilityError: when(
      at.stateless,
      errorResponse(-32021, object({ requiredCapabilities: clientCapabilities(at) })),
    ),
    UnsupportedProtocolVersionError: when(at.stateless, errorResponse(-32022, versions)),
  }
}
