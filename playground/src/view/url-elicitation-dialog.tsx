/** URL mode elicitation: shows the whole URL and its risks, and opens it only on a click. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { toText } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { DialogForm, type RequestDialogProps } from './dialog-form.tsx'

export function UrlElicitationDialog({ request, cancel }: RequestDialogProps<'elicit'>): JSX.Element {
  const isOpened = useSignal(false)
  const { message, url } = request.params
  const risks = findRisks(url)
  const address = parsePageUrl(url)
  const open = () => {
    window.open(address!.href, '_blank', 'noopener,noreferrer')
    isOpened.value = true
  }
  return (
    <DialogForm
      title="Elicitation request: open a page"
      message={message}
      submitLabel="Done"
      submit={() => request.resolve({ action: 'accept' })}
      decline={() => request.resolve({ action: 'decline' })}
      cancel={cancel}
    >
      {address ? (
        <p class="elicitation-url">
          {`${address.protocol}//`}
          <strong class="domain">{address.host}</strong>
          <Text of={address.pathname + address.search + address.hash} maxLength={4_000} />
        </p>
      ) : (
        <p class="elicitation-url">
          <Text of={url} maxLength={4_000} />
        </p>
      )}
      {risks.map((risk) => (
        <p key={risk} class="hint-box">
          {risk}
        </p>
      ))}
      {address && (
        <p>
          <button type="button" onClick={open}>
            Open {address.host} in a new tab
          </button>{' '}
          {isOpened.value && <span class="muted">Opened.</span>}
        </p>
      )}
    </DialogForm>
  )
}

/** Undefined unless it is an HTTP URL. */
function parsePageUrl(url: unknown): URL | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return /^https?:$/.test(parsed.protocol) ? parsed : undefined
}

function findRisks(url: unknown): string[] {
  const parsed = parsePageUrl(url)
  if (!parsed) return [`Not a web page URL, so it cannot be opened: ${toText(url).slice(0, 100)}`]
  const risks: string[] = []
  if (parsed.protocol === 'http:') risks.push('Not encrypted: others on the network can read and change it.')
  if (/(^|\.)xn--/.test(parsed.hostname))
    risks.push('The host name uses letters of other alphabets and may imitate a name you know.')
  if (parsed.username || parsed.password) risks.push('The part before the @ is not the site that opens.')
  if (/^[\d.]+$|^\[/.test(parsed.hostname)) risks.push('The host is an IP address, not a name.')
  return risks
}
