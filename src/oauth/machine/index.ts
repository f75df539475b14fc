/** The entry `mcp-over-fetch/oauth/machine`: grants without a user, for services, organisations and workloads. */
export type { Grant } from '../token/grant.ts'
export { type ClientCredentials, clientCredentials } from './client-credentials.ts'
export { type EnterpriseOptions, enterprise, type IdentityProvider } from './enterprise.ts'
export type { KeyMaterial, PrivateJwk, SignatureAlgorithm, WebCryptoKey } from './key-types.ts'
export { type AssertionContext, type WorkloadOptions, workload } from './workload.ts'
