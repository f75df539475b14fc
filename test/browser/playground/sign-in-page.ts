/** The page object of the sign-in view: a server that requires OAuth, sign-ins by pop-up, and the steps. */
import type { Page } from 'playwright-core'
import type { DeepPartial, ServerConfig } from '../../../src/testing/index.ts'
import type { Fixture } from './fixture.ts'
import type { PlaygroundPage } from './page-object.ts'

type OAuth = NonNullable<DeepPartial<ServerConfig>['oauth']>

export interface Debugger extends PlaygroundPage {
  /** Signs in by pop-up; the click that opens it is given. */
  allow(open: () => Promise<void>): Promise<void>
  showView(): Promise<void>
  waitForStep(kind: string, state: 'right' | 'wrong'): Promise<void>
  /** The state and the summary of a step. */
  step(kind: string): Promise<string>
  /** The `grant_type` of each token request so far. */
  grants: string[]
  configure(oauth: OAuth): Promise<void>
}

/** Opens the page at a link to a server with this authorization, and presses Connect. */
export function withServer(
  fixture: () => Fixture,
  oauth: OAuth,
  act: (page: Debugger) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const server = fixture().realm()
    const configure = async (change: OAuth) => void (await server.configure({ oauth: change }))
    await configure({ consent: {}, ...oauth })
    const playgroundPage = await fixture().openPage(`#${new URLSearchParams({ server: server.url })}`)
    const { page, locator, press } = playgroundPage
    const grants = recordGrants(page)
    const allow = async (open: () => Promise<void>) => {
      const [window] = await Promise.all([page.waitForEvent('popup'), open()])
      await window.locator('#allow').click()
    }
    try {
      await press('Connect')
      await act({
        ...playgroundPage,
        allow,
        grants,
        configure,
        showView: () => locator('.other-views button:has-text("Sign-in")').click(),
        waitForStep: (kind, state) => locator(`[data-step="${kind}"].step-${state}`).waitFor(),
        step: (kind) => locator(`[data-step="${kind}"] .step-head`).innerText(),
      })
    } finally {
      // The page is used again by other tests.
      await page.unrouteAll()
      await playgroundPage.close()
    }
  }
}

function recordGrants(page: Page): string[] {
  const grants: string[] = []
  page.on('request', (request) => {
    const grant = new URLSearchParams(request.postData() ?? '').get('grant_type')
    if (grant) grants.push(grant)
  })
  return grants
}

export async function signIn({ allow, press, locator, showView }: Debugger): Promise<void> {
  await allow(() => press('Sign in (pop-up)'))
  await locator('.server-card').waitFor()
  await showView()
  await locator('.token-card').waitFor()
}

export async function callEcho({ call, locator }: Debugger, text: string): Promise<void> {
  await call('echo', { text })
  await locator(`.outcome.good pre:text-is("${text}")`).waitFor()
}

/** The tokens as the page stores them. */
export async function storedTokens({ page }: Debugger): Promise<string[]> {
  const stored = await page.evaluate(() => JSON.stringify(Object.values({ ...sessionStorage })))
  return [...stored.matchAll(/(?:access|refresh)Token\\*":\\*"([^"\\]+)/g)].map(([, token]) => token!)
}
