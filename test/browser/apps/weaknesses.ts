/** Defenses left out, each named by what the host or the proxy page is like without it. */
import type { Weakness } from './site.ts'

/** Without the policy before the view's HTML. */
const noMeta = { file: 'proxy/page.ts', search: 'html=head+html', replace: '' }

export const noPolicy: Weakness = { noHeader: true, proxy: [noMeta] }

/** Frames that may navigate the page around them, and open windows. */
const allowing = 'allow-scripts allow-same-origin allow-forms allow-top-navigation allow-popups'
export const looseSandbox: Weakness = {
  host: [
    {
      file: 'open-app.ts',
      search: "PROXY_SANDBOX = 'allow-scripts allow-same-origin allow-forms'",
      replace: `PROXY_SANDBOX = '${allowing}'`,
    },
    {
      file: 'open-app.ts',
      search: "? PROXY_SANDBOX : 'allow-scripts allow-forms'",
      replace: `? PROXY_SANDBOX : '${allowing.replace(' allow-same-origin', '')}'`,
    },
  ],
  proxy: [
    {
      file: 'proxy/page.ts',
      search: '["allow-scripts","allow-forms","allow-same-origin"].filter(f=>sandbox.split(" ").includes(f))',
      replace: 'sandbox.split(" ")',
    },
  ],
}

/** Views of all servers on one origin, as most hosts have them. */
export const sharedOrigin: Weakness = {
  host: [
    { file: 'place.ts', search: "isolation ?? (isOwn ? 'origin' : 'opaque')", replace: "'origin' as string" },
    { file: 'place.ts', search: 'if (!isOwn) throw', replace: 'if (false) throw' },
    { file: 'place.ts', search: '(servers.get(origin) ?? id) !== id', replace: 'false' },
  ],
}

/** The proxy page takes the word of a view for that of its host. */
export const credulousProxy: Weakness = {
  proxy: [
    { file: 'proxy/page.ts', search: 'if(source===parent&&from===host){', replace: 'if(source===parent||own(data)){' },
    { file: 'proxy/page.ts', search: '&&!view)show', replace: ')show' },
  ],
}

/** The host listens to every window. */
export const credulousHost: Weakness = {
  host: [
    {
      file: 'bridge.ts',
      search: 'source === null || source !== frame.contentWindow || sender !== origin',
      replace: 'false',
    },
  ],
}

/** The host gives the view to whatever page its frame shows, and the proxy page answers whatever page it is in. */
export const forgetful: Weakness = {
  proxy: [{ file: 'proxy/page.ts', search: '.find(h=>document.referrer.startsWith(h+"/"))', replace: '[0]' }],
  host: [
    { file: 'open-app.ts', search: 'if (isLoaded) return', replace: 'if (false) return' },
    {
      file: 'open-app.ts',
      search: "name === 'sandbox-proxy-ready' && !isReady",
      replace: "name === 'sandbox-proxy-ready'",
    },
    { file: 'open-app.ts', search: ' || state) return', replace: ') return' },
  ],
}

export const unlimited: Weakness = {
  host: [{ file: 'bridge.ts', search: 'const MAX_RATE = 500', replace: 'const MAX_RATE = 1e9' }],
}
