/** Every scenario there is. */
import { asked } from './input/server-requests.ts'
import { badInput } from './errors/bad-responses.ts'
import { caching } from './cache/freshness.ts'
import { cachingChanges } from './cache/changes.ts'
import { cachingPages } from './cache/pages.ts'
import { cachingSharing } from './cache/sharing.ts'
import { cachingSlow } from './cache/stores.ts'
import { calling } from './call/answers.ts'
import { care } from './care.ts'
import { connecting } from './connect/handshake.ts'
import { continuation } from './continuation/helpers.ts'
import { delivery } from './call/delivery.ts'
import { diagnosis } from './diagnosis/cors.ts'
import { draining } from './drain/after-the-answer.ts'
import { drainingMore } from './draining-more.ts'
import { elicitation } from './input/elicitation.ts'
import { elicitationForms } from './input/elicitation-forms.ts'
import { elicitationRequired } from './input/url-elicitation-required.ts'
import { ending } from './call/timeouts-and-aborts.ts'
import { eraCache } from './negotiation/remembered-servers.ts'
import { fallback } from './connect/fallback.ts'
import { featuresBatches } from './stream/batches.ts'
import { featuresCompletion } from './features/completion.ts'
import { featuresContent } from './features/content.ts'
import { featuresLimits } from './features-limits.ts'
import { featuresLogging } from './features/logging.ts'
import { featuresMeta } from './call/meta.ts'
import { featuresOutput } from './features/structured-output.ts'
import { featuresPages } from './features/lists.ts'
import { featuresPrompts } from './features/prompts.ts'
import { featuresResources } from './features/resources.ts'
import { featuresRetry } from './call/retry-safe.ts'
import { featuresTolerance } from './errors/tolerance.ts'
import { healing } from './session/replacement.ts'
import { hostileMessages } from './hostile/messages.ts'
import { hostileOauth } from './hostile/oauth.ts'
import { hostileRedirects } from './hostile/redirects.ts'
import { hostileSecrets } from './hostile/secrets.ts'
import { hostileValues } from './hostile/values.ts'
import { httpSse } from './http-sse/connection.ts'
import { httpSseBroken } from './http-sse/reconnect.ts'
import { httpSseCalls } from './http-sse/calls.ts'
import { httpSseEndings } from './http-sse/order-of-endings.ts'
import { httpSseEndpoint } from './http-sse/endpoint.ts'
import { httpSseLimits } from './http-sse/limits.ts'
import { inputRequired } from './input/input-required.ts'
import { inputRequiredElsewhere } from './continuation/from-json.ts'
import { inputRequiredLimits } from './input/limits.ts'
import { inputRequiredRounds } from './input/rounds.ts'
import { inputRequiredTypes } from './input/result-types.ts'
import { keepalive } from './keepalive/interval.ts'
import { listen } from './listen/every-transport.ts'
import { listenEnds } from './listen/endings.ts'
import { listenGaps } from './listen/gaps.ts'
import { listenLegacy } from './listen/legacy.ts'
import { listenModern } from './listen/modern.ts'
import { modernCalls } from './modern/calls.ts'
import { modernCallsEnvelope } from './modern/request-meta.ts'
import { modernCallsMessages } from './modern/messages.ts'
import { modernHeaders } from './modern/headers.ts'
import { modernHeadersInvalid } from './modern/invalid-param-headers.ts'
import { modernHeadersMismatch } from './modern/header-mismatch.ts'
import { modernHeadersParams } from './modern/param-headers.ts'
import { modernHeadersValues } from './modern/param-header-values.ts'
import { negotiation } from './negotiation/rules.ts'
import { negotiationProbe } from './negotiation/probe.ts'
import { negotiationUndecided } from './negotiation/undecided-probe.ts'
import { oauthAssertions } from './oauth/assertions.ts'
import { oauthBinding } from './oauth/issuer-binding.ts'
import { oauthCallback } from './oauth/callback.ts'
import { oauthChallenge } from './oauth/challenge.ts'
import { oauthClient } from './oauth/client-identity.ts'
import { oauthCors } from './oauth/cors.ts'
import { oauthDiscovery } from './oauth/authorization-server-metadata.ts'
import { oauthDpop } from './oauth/dpop.ts'
import { oauthMachine } from './oauth/machine-grants.ts'
import { oauthRefresh } from './oauth/refresh.ts'
import { oauthRegistration } from './oauth/dynamic-registration.ts'
import { oauthRequest } from './oauth/authorization-request.ts'
import { oauthResource } from './oauth/protected-resource-metadata.ts'
import { oauthStepUp } from './oauth/step-up.ts'
import { oauthToken } from './oauth/token-endpoint.ts'
import { oauthTransports } from './oauth/transports.ts'
import { rateLimits } from './call/rate-limits.ts'
import { requestCounts } from './connect/request-counts.ts'
import { resuming } from './resume/resuming.ts'
import { resumingElsewhere } from './resume/tokens.ts'
import { resumingEnds } from './resume/failures.ts'
import { resumingListening } from './resume/listening-stream.ts'
import { resumingPositions } from './resume/event-ids.ts'
import { reviewCaching } from './review-caching.ts'
import { reviewCalls } from './review-calls.ts'
import { reviewEras } from './negotiation/changed-servers.ts'
import { reviewInput } from './review-input.ts'
import { reviewListening } from './listen/changed-servers.ts'
import { reviewPatience } from './connect/time-limits.ts'
import { reviewRedaction } from './errors/redaction.ts'
import { reviewSchemas } from './modern/extreme-schemas.ts'
import { roots } from './input/roots.ts'
import { sampling } from './input/sampling.ts'
import type { Scenario } from './scenario.ts'
import { seams } from './events/events.ts'
import { skills } from './skills/skills.ts'
import { snapshots } from './snapshot/sessions.ts'
import { snapshotsModern } from './snapshot/stateless.ts'
import { storage } from './storage/web-storage.ts'
import { streams } from './stream/parsing.ts'
import { taskCalls } from './tasks/calls.ts'
import { taskEndings } from './tasks/endings.ts'
import { taskInputs } from './tasks/input.ts'
import { tolerance } from './tolerance.ts'

export const scenarios: Scenario[] = [
  ...connecting,
  ...fallback,
  ...calling,
  ...ending,
  ...streams,
  ...resuming,
  ...resumingPositions,
  ...resumingEnds,
  ...resumingElsewhere,
  ...resumingListening,
  ...badInput,
  ...delivery,
  ...rateLimits,
  ...draining,
  ...drainingMore,
  ...healing,
  ...keepalive,
  ...httpSse,
  ...httpSseEndpoint,
  ...httpSseCalls,
  ...httpSseBroken,
  ...httpSseEndings,
  ...httpSseLimits,
  ...snapshots,
  ...care,
  ...tolerance,
  ...diagnosis,
  ...asked,
  ...seams,
  ...cachingChanges,
  ...cachingPages,
  ...cachingSharing,
  ...cachingSlow,
  ...caching,
  ...continuation,
  ...elicitationForms,
  ...elicitationRequired,
  ...elicitation,
  ...eraCache,
  ...featuresBatches,
  ...featuresCompletion,
  ...featuresContent,
  ...featuresLimits,
  ...featuresLogging,
  ...featuresMeta,
  ...featuresOutput,
  ...featuresPages,
  ...featuresPrompts,
  ...featuresResources,
  ...featuresRetry,
  ...featuresTolerance,
  ...hostileMessages,
  ...hostileOauth,
  ...hostileRedirects,
  ...hostileSecrets,
  ...hostileValues,
  ...inputRequiredElsewhere,
  ...inputRequiredLimits,
  ...inputRequiredRounds,
  ...inputRequiredTypes,
  ...inputRequired,
  ...listenEnds,
  ...listenGaps,
  ...listenLegacy,
  ...listenModern,
  ...listen,
  ...modernCallsEnvelope,
  ...modernCallsMessages,
  ...modernCalls,
  ...modernHeadersInvalid,
  ...modernHeadersMismatch,
  ...modernHeadersParams,
  ...modernHeadersValues,
  ...modernHeaders,
  ...negotiationProbe,
  ...negotiationUndecided,
  ...negotiation,
  ...oauthAssertions,
  ...oauthBinding,
  ...oauthCallback,
  ...oauthChallenge,
  ...oauthClient,
  ...oauthCors,
  ...oauthDiscovery,
  ...oauthDpop,
  ...oauthMachine,
  ...oauthRefresh,
  ...oauthRegistration,
  ...oauthRequest,
  ...oauthResource,
  ...oauthStepUp,
  ...oauthToken,
  ...oauthTransports,
  ...requestCounts,
  ...reviewCaching,
  ...reviewCalls,
  ...reviewEras,
  ...reviewInput,
  ...reviewListening,
  ...reviewPatience,
  ...reviewRedaction,
  ...reviewSchemas,
  ...roots,
  ...sampling,
  ...skills,
  ...snapshotsModern,
  ...storage,
  ...taskEndings,
  ...taskInputs,
  ...taskCalls,
]
