/** Every scenario there is. */
import { asked } from './asked.ts'
import { badInput } from './bad-input.ts'
import { caching } from './caching.ts'
import { cachingChanges } from './caching-changes.ts'
import { cachingPages } from './caching-pages.ts'
import { cachingSharing } from './caching-sharing.ts'
import { cachingSlow } from './caching-slow.ts'
import { calling } from './calling.ts'
import { care } from './care.ts'
import { connecting } from './connecting.ts'
import { continuation } from './continuation.ts'
import { delivery } from './delivery.ts'
import { diagnosis } from './diagnosis.ts'
import { draining } from './draining.ts'
import { drainingMore } from './draining-more.ts'
import { elicitation } from './elicitation.ts'
import { elicitationForms } from './elicitation-forms.ts'
import { elicitationRequired } from './elicitation-required.ts'
import { ending } from './ending.ts'
import { eraCache } from './era-cache.ts'
import { fallback } from './fallback.ts'
import { featuresBatches } from './features-batches.ts'
import { featuresCompletion } from './features-completion.ts'
import { featuresContent } from './features-content.ts'
import { featuresLimits } from './features-limits.ts'
import { featuresLogging } from './features-logging.ts'
import { featuresMeta } from './features-meta.ts'
import { featuresOutput } from './features-output.ts'
import { featuresPages } from './features-pages.ts'
import { featuresPrompts } from './features-prompts.ts'
import { featuresResources } from './features-resources.ts'
import { featuresRetry } from './features-retry.ts'
import { featuresTolerance } from './features-tolerance.ts'
import { healing } from './healing.ts'
import { hostileMessages } from './hostile-messages.ts'
import { hostileOauth } from './hostile-oauth.ts'
import { hostileRedirects } from './hostile-redirects.ts'
import { hostileSecrets } from './hostile-secrets.ts'
import { hostileValues } from './hostile-values.ts'
import { httpSse } from './http-sse.ts'
import { httpSseBroken } from './http-sse-broken.ts'
import { httpSseCalls } from './http-sse-calls.ts'
import { httpSseEndings } from './http-sse-endings.ts'
import { httpSseEndpoint } from './http-sse-endpoint.ts'
import { httpSseLimits } from './http-sse-limits.ts'
import { inputRequired } from './input-required.ts'
import { inputRequiredElsewhere } from './input-required-elsewhere.ts'
import { inputRequiredLimits } from './input-required-limits.ts'
import { inputRequiredRounds } from './input-required-rounds.ts'
import { inputRequiredTypes } from './input-required-types.ts'
import { keepalive } from './keepalive.ts'
import { listen } from './listen.ts'
import { listenEnds } from './listen-ends.ts'
import { listenGaps } from './listen-gaps.ts'
import { listenLegacy } from './listen-legacy.ts'
import { listenModern } from './listen-modern.ts'
import { modernCalls } from './modern-calls.ts'
import { modernCallsEnvelope } from './modern-calls-envelope.ts'
import { modernCallsMessages } from './modern-calls-messages.ts'
import { modernHeaders } from './modern-headers.ts'
import { modernHeadersInvalid } from './modern-headers-invalid.ts'
import { modernHeadersMismatch } from './modern-headers-mismatch.ts'
import { modernHeadersParams } from './modern-headers-params.ts'
import { modernHeadersValues } from './modern-headers-values.ts'
import { negotiation } from './negotiation.ts'
import { negotiationProbe } from './negotiation-probe.ts'
import { negotiationUndecided } from './negotiation-undecided.ts'
import { oauthAssertions } from './oauth-assertions.ts'
import { oauthBinding } from './oauth-binding.ts'
import { oauthCallback } from './oauth-callback.ts'
import { oauthChallenge } from './oauth-challenge.ts'
import { oauthClient } from './oauth-client.ts'
import { oauthCors } from './oauth-cors.ts'
import { oauthDiscovery } from './oauth-discovery.ts'
import { oauthDpop } from './oauth-dpop.ts'
import { oauthMachine } from './oauth-machine.ts'
import { oauthRefresh } from './oauth-refresh.ts'
import { oauthRegistration } from './oauth-registration.ts'
import { oauthRequest } from './oauth-request.ts'
import { oauthResource } from './oauth-resource.ts'
import { oauthStepUp } from './oauth-step-up.ts'
import { oauthToken } from './oauth-token.ts'
import { oauthTransports } from './oauth-transports.ts'
import { rateLimits } from './rate-limits.ts'
import { requestCounts } from './request-counts.ts'
import { resuming } from './resuming.ts'
import { resumingElsewhere } from './resuming-elsewhere.ts'
import { resumingEnds } from './resuming-ends.ts'
import { resumingListening } from './resuming-listening.ts'
import { resumingPositions } from './resuming-positions.ts'
import { reviewCaching } from './review-caching.ts'
import { reviewCalls } from './review-calls.ts'
import { reviewEras } from './review-eras.ts'
import { reviewInput } from './review-input.ts'
import { reviewListening } from './review-listening.ts'
import { reviewPatience } from './review-patience.ts'
import { reviewRedaction } from './review-redaction.ts'
import { reviewSchemas } from './review-schemas.ts'
import { roots } from './roots.ts'
import { sampling } from './sampling.ts'
import type { Scenario } from './scenario.ts'
import { seams } from './seams.ts'
import { skills } from './skills.ts'
import { snapshots } from './snapshots.ts'
import { snapshotsModern } from './snapshots-modern.ts'
import { storage } from './storage.ts'
import { streams } from './streams.ts'
import { taskCalls } from './tasks.ts'
import { taskEndings } from './tasks-endings.ts'
import { taskInputs } from './tasks-inputs.ts'
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
