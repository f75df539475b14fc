/** The sign-in view: every step of OAuth with its checks, the token, and what can be done with it. */
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { callEcho, signIn, storedTokens, withServer } from '../sign-in-page.ts'
import { findViolations } from './accessibility.ts'

const all = ['challenge', 'resource', 'server', 'client', 'authorize', 'token', 'refresh']

export function testOAuthDebugger(fixture: () => Fixture): void {
  describe('the sign-in view', () => {
    test(
      'shows every step as right after a sign-in by pop-up, with request, response and raw, without secrets',
      withServer(fixture, {}, async (debug) => {
        const { page, locator, step, waitForStep, press, problems } = debug
        await signIn(debug)
        for (const kind of all.slice(0, -1)) await waitForStep(kind, 'right')
        expect(await step('refresh')).toMatch(/Not reached/)
        for (const kind of all.slice(0, -1)) {
          const card = locator(`[data-step="${kind}"]`)
          await card.locator('.step-head').click()
          await card.locator('summary:text-is("Raw")').click()
          await card.locator('.step-raw pre').first().waitFor()
        }
        const shown = await page.locator('.steps').innerText()
        expect(shown).toMatch(/issuer\s+http[\s\S]*redirect_uris\s+http.*callback\.html/)
        expect(shown).toMatch(/access_token\s+\[hidden, \d+ characters\]/)
        // It counts down.
        await locator('[role="timer"]', { hasText: /Expires in 5\d min/ }).waitFor()
        expect(await locator('.token-card').innerText()).toMatch(
          /Expires in 5\d min \d\d s[\s\S]*Bearer[\s\S]*Resource\s+http[\s\S]*Refresh token\s+yes/,
        )
        const tokens = await storedTokens(debug)
        expect(tokens).toHaveLength(2)
        const text = () => page.evaluate(() => document.body.textContent)
        for (const token of tokens) expect(await text()).not.toContain(token)
        await press('Show the access token')
        expect(await text()).toContain(tokens[0])
        await press('Hide the access token')
        expect(await text()).not.toContain(tokens[0])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await findViolations(debug)).toEqual([])
        }
        await page.setViewportSize({ width: 390, height: 844 })
        const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect(await isTooWide()).toBe(false)
        expect(await findViolations(debug)).toEqual([])
        expect(problems).toEqual([])
      }),
    )

    test(
      'makes the next call refresh an expired token, and refreshes without a call',
      withServer(fixture, {}, async (debug) => {
        const { locator, press, grants, waitForStep, showView, read } = debug
        await signIn(debug)
        await press('Expire now')
        await locator('[role="timer"]:text-is("Expired")').waitFor()
        expect(grants).toEqual(['authorization_code'])
        await callEcho(debug, 'after the expiry')
        expect(grants).toEqual(['authorization_code', 'refresh_token'])
        await showView()
        await waitForStep('refresh', 'right')
        expect(await read('[role="timer"]')).toMatch(/Expires in/)
        const before = await storedTokens(debug)
        await press('Refresh')
        await locator('.sign-in-message:has-text("Refreshed")').waitFor()
        expect(grants).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
        expect(await storedTokens(debug)).not.toContain(before[0])
        await callEcho(debug, 'with the new token')
        expect(grants).toHaveLength(3)
      }),
    )

    test(
      'says that an expired refresh token requires sign-in, and keeps the token when the server only fails',
      withServer(fixture, {}, async (debug) => {
        const { page, locator, press, read, waitForStep, allow } = debug
        await signIn(debug)
        const before = await storedTokens(debug)
        let status = 503
        const refuse = (route: Route) =>
          route.fulfill({
            status,
            headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
            body: JSON.stringify({ error: status === 503 ? 'temporarily_unavailable' : 'invalid_grant' }),
          })
        await page.route(/\/oauth\/token$/, refuse)
        await press('Refresh')
        await locator('.sign-in .auth-failure').waitFor()
        expect(await read('.sign-in .auth-failure')).toMatch(/temporarily unavailable\. Try again/)
        expect(await storedTokens(debug)).toEqual(before)
        expect(await read('[role="timer"]')).toMatch(/Expires in/)
        status = 400
        // For ten seconds the client would not ask again with the same token.
        await page.unroute(/\/oauth\/token$/)
        await allow(() => press('Sign in (pop-up)'))
        await locator('.sign-in-message:has-text("Signed in")').waitFor()
        await page.route(/\/oauth\/token$/, refuse)
        await press('Refresh')
        await locator('.sign-in .auth-failure').waitFor()
        expect(await read('.sign-in .auth-failure')).toMatch(/has expired, and it cannot be refreshed\. Sign in again/)
        await waitForStep('refresh', 'wrong')
        expect(await read('[data-step="refresh"] .check-wrong')).toMatch(/The refresh token has expired or was revoked/)
        expect(await storedTokens(debug)).toEqual([])
      }),
    )

    test(
      'revokes, so that the next call requires sign-in, and signs out without revoking',
      withServer(fixture, {}, async (debug) => {
        const { page, locator, press, waitForStep, call, allow, showView, read } = debug
        const revocations: string[] = []
        page.on('request', (request) => {
          if (request.url().endsWith('/revoke')) revocations.push(request.method())
        })
        await signIn(debug)
        await press('Revoke')
        await locator('.sign-in-message:has-text("requires sign-in")').waitFor()
        expect(revocations.filter((method) => method === 'POST')).toHaveLength(1)
        expect(await storedTokens(debug)).toEqual([])
        await waitForStep('revoke', 'right')
        await call('echo', { text: 'x' })
        await locator('.outcome.bad .auth-failure').waitFor()
        expect(await read('.outcome.bad')).toMatch(/requires sign-in/)
        await showView()
        await allow(() => press('Sign in (pop-up)'))
        await locator('.token-card').waitFor()
        await press('Sign out')
        await locator('.sign-in-message:has-text("stays valid")').waitFor()
        expect(revocations.filter((method) => method === 'POST')).toHaveLength(1)
        expect(await storedTokens(debug)).toEqual([])
      }),
    )

    test(
      'signs in again with a scope that a tool needs',
      withServer(fixture, { toolScopes: { echo: 'files:write' } }, async (debug) => {
        const { page, locator, press, call, allow, showView, read } = debug
        await signIn(debug)
        expect(await read('.token-card')).toMatch(/Scopes\s+none named/)
        await call('echo', { text: 'x' })
        await locator('.outcome.bad .auth-failure').waitFor()
        expect(await read('.outcome.bad')).toMatch(/needs scopes that the token does not have/)
        await showView()
        expect(await read('.sign-in .description')).toMatch(/more scopes: files:write/)
        await page.getByLabel('Sign in again with scope').fill('files:write extra')
        await allow(() => press('Sign in (pop-up)'))
        await locator('.token-card .tag:text-is("files:write")').waitFor()
        await locator('.token-card .tag:text-is("extra")').waitFor()
        await callEcho(debug, 'allowed')
      }),
    )

    test(
      'marks the card of a broken document where connecting fails, and what to do',
      withServer(fixture, { server: { fields: { issuer: 'https://other.example.com' } } }, async (debug) => {
        const { locator, press, read, step, configure } = debug
        await press('Sign in (pop-up)')
        await locator('.auth-failure .step-wrong').waitFor()
        expect(await step('resource')).toMatch(/OK/)
        expect(await step('server')).toMatch(/Failed\s+issuer is https:\/\/other\.example\.com/)
        expect(await read('[data-step="server"] .check-wrong')).toMatch(/Set issuer to exactly http/)
        expect(await step('token')).toMatch(/Not reached: "Authorization server metadata" failed/)
        expect(await read('.auth-failure > .hint-box')).toMatch(/names another issuer/)
        expect(await findViolations(debug)).toEqual([])
        await configure({ server: { fields: { code_challenge_methods_supported: ['plain'] } } })
        await press('Connect')
        await press('Sign in (pop-up)')
        await locator('[data-step="server"] .step-summary:has-text("PKCE")').waitFor()
        await configure({ server: {}, resource: { fields: { resource: 'https://other.example.com/mcp' } } })
        await press('Connect')
        await press('Sign in (pop-up)')
        await locator('[data-step="resource"] .step-summary:has-text("another server")').waitFor()
        expect(await step('server')).toMatch(/Not reached/)
      }),
    )

    test(
      'names a denied sign-in, and a canceled one with the redirect URI to register',
      withServer(fixture, {}, async (debug) => {
        const { page, locator, press, read, step, showView } = debug
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in (pop-up)')])
        await window.locator('#deny').click()
        await locator('.auth-failure').waitFor()
        expect(await read('.auth-failure > .hint-box')).toMatch(/Access was denied\. Sign in again and allow access/)
        expect(await step('authorize')).toMatch(/Failed\s+Access was denied/)
        await press('Connect')
        await signIn(debug)
        const [closing] = await Promise.all([page.waitForEvent('popup'), press('Sign in (pop-up)')])
        await locator('[data-step="authorize"] .step-head:has-text("Waiting")').waitFor()
        await closing.close()
        await locator('.sign-in-message:has-text("seems to be closed")').waitFor()
        await press('Cancel')
        await locator('[data-step="authorize"].step-wrong').waitFor()
        expect(await read('[data-step="authorize"] .check-wrong')).toMatch(/register http.*callback\.html/)
        // The token of the earlier sign-in stays.
        await callEcho(debug, 'still signed in')
        await showView()
        await locator('.token-card').waitFor()
      }),
    )

    const claims = { iss: 'https://login.example.com', aud: 'https://api.example.com', sub: 'ada', exp: 1_900_000_000 }
    const jwt = [{ alg: 'RS256', kid: 'key-1' }, claims].map((part) => btoa(JSON.stringify(part))).join('.')

    test(
      'decodes a JWT, marked as not verified, and warns about its audience',
      withServer(
        fixture,
        {
          open: ['server/discover', 'initialize', 'notifications/initialized', 'tools/list', 'resources/list'],
          token: { fields: { access_token: `${jwt}.c2lnbmF0dXJl`, refresh_token: null } },
        },
        async (debug) => {
          const { page, locator, allow, press, showView, read } = debug
          await locator('.server-card').waitFor()
          await page.getByRole('button', { name: 'Disconnect' }).first().click()
          await page.getByRole('combobox', { name: /^Authorization/ }).selectOption('oauth')
          await press('Connect')
          await locator('.server-card').waitFor()
          await showView()
          await allow(() => press('Sign in (pop-up)'))
          await locator('.token-claims').waitFor()
          const text = await read('.token-card')
          expect(text).toMatch(/Expires in/)
          expect(text).toMatch(/Audience\s+https:\/\/api\.example\.com\s*The audience is not this resource/)
          expect(text).toMatch(/Claims not verified[\s\S]*kid: "key-1"[\s\S]*sub: "ada"/)
          expect(text).toMatch(/Refresh token\s+none/)
          expect(await page.getByRole('button', { name: 'Refresh', exact: true }).isDisabled()).toBe(true)
          await press('Expire now')
          await locator('.sign-in-message:has-text("requires sign-in")').waitFor()
          expect(await findViolations(debug)).toEqual([])
        },
      ),
    )

    test(
      'survives a reload, and leaves no token in links, in other storage or in the address',
      withServer(fixture, {}, async (debug) => {
        const { page, locator, press, step } = debug
        await signIn(debug)
        await press('Show the access token')
        const tokens = await storedTokens(debug)
        const keys = () => page.evaluate(() => Object.keys({ ...sessionStorage }).sort())
        const before = await keys()
        const holders = await page.evaluate(
          (secret) =>
            Object.entries({ ...sessionStorage }).flatMap(([key, text]) => (text.includes(secret) ? [key] : [])),
          tokens[0]!,
        )
        expect(holders).toEqual([expect.stringMatching(/^mcp-oauth tokens /)])
        expect(page.url()).toContain('view=sign-in')
        await page.reload()
        await locator('.token-card').waitFor()
        expect(await keys()).toEqual(before)
        expect(await step('token')).toMatch(/No request\s+Done before this page was loaded/)
        const elsewhere = await page.evaluate(() => JSON.stringify([{ ...localStorage }, location.href, history.state]))
        const shown = await page.evaluate(() => document.documentElement.outerHTML)
        for (const token of tokens) {
          expect(elsewhere).not.toContain(token)
          // What was revealed before the reload is hidden again.
          expect(shown).not.toContain(token)
        }
      }),
    )

    test('is found in the command palette, and says so where the connection does not use OAuth', async () => {
      const playgroundPage = await fixture().openPage(`#${new URLSearchParams({ server: fixture().realm().url })}`)
      const { page, locator, press, read } = playgroundPage
      await press('Connect')
      await locator('.server-card').waitFor()
      expect(await locator('.other-views button:has-text("Sign-in")').count()).toBe(0)
      await page.keyboard.press('Control+k')
      await locator('.palette input').fill('sign-in')
      await locator('.palette-option:has-text("Sign-in")').waitFor()
      await page.keyboard.press('Enter')
      await locator('.sign-in').waitFor()
      expect(await read('.sign-in')).toMatch(/does not use OAuth/)
      await playgroundPage.close()
    })
  })
}
