/** The scenarios with hostile servers, as a suite of their own. */
import { connect } from '../../src/core/index.ts'
import type { SuiteRequest } from '../runtimes/runtime.ts'
import { createSuite as createSuiteOf, type Suite } from '../runtimes/suite.ts'
import { hostileMessages } from '../scenarios/hostile-messages.ts'
import { hostileOauth } from '../scenarios/hostile-oauth.ts'
import { hostileRedirects } from '../scenarios/hostile-redirects.ts'
import { hostileSecrets } from '../scenarios/hostile-secrets.ts'
import { hostileValues } from '../scenarios/hostile-values.ts'
import { oauthToken } from '../scenarios/oauth-token.ts'

const list = [hostileMessages, hostileOauth, hostileRedirects, hostileSecrets, hostileValues, oauthToken].flat()

export function createSuite(request: SuiteRequest): Suite {
  return createSuiteOf(list, connect, request)
}
