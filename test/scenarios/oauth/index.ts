/** The scenarios about oauth. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { assertions } from './assertions.ts'
import { authorizationRequest } from './authorization-request.ts'
import { authorizationServerMetadata } from './authorization-server-metadata.ts'
import { callback } from './callback.ts'
import { challenge } from './challenge.ts'
import { clientIdentity } from './client-identity.ts'
import { cors } from './cors.ts'
import { dpopTokens } from './dpop-tokens.ts'
import { dynamicRegistration } from './dynamic-registration.ts'
import { issuerBinding } from './issuer-binding.ts'
import { lostSession } from './lost-session.ts'
import { machineGrants } from './machine-grants.ts'
import { protectedResourceMetadata } from './protected-resource-metadata.ts'
import { refresh } from './refresh.ts'
import { secrets } from './secrets.ts'
import { stepUp } from './step-up.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { transports } from './transports.ts'

export const oauth: Scenario[] = [
  ...assertions,
  ...authorizationRequest,
  ...pure(authorizationServerMetadata),
  ...callback,
  ...challenge,
  ...pure(clientIdentity),
  ...cors,
  ...dpopTokens,
  ...pure(dynamicRegistration),
  ...pure(issuerBinding),
  ...lostSession,
  ...machineGrants,
  ...pure(protectedResourceMetadata),
  ...refresh,
  ...secrets,
  ...pure(stepUp),
  ...tokenEndpoint,
  ...transports,
]
