/** A server that wants a page to be visited: the whole address in view, and nothing opened but by a click. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { QuestionOf } from '../state/server-requests.ts'
import { Text, toText } from '../ui/text.tsx'
import { Frame } from './dialogs.tsx'

export function UrlElicitationDialog({
  question,
  cancel,
}: {
  question: QuestionOf<'elicit'>
  cancel(): void
}): JSX.Element {
  const visited = useSignal(false)
  const { message, url } = question.request
  const risks = risksOf(url)
  const address = parse(url)
  const open = () => {
    window.open(address!.href, '_blank', 'noopener,noreferrer')
    visited.value = true
  }
  return (
    <Frame
      title="The server asks you to visit a page"
      message={message}
      label="I have done it"
      submit={() => question.answer({ action: 'accept' })}
      decline={() => question.answer({ action: 'decline' })}
      cancel={cancel}
    >
      {address ? (
        <p class="visit">
          {`${address.protocol}//`}
          <strong class="domain">{address.host}</strong>
          <Text of={address.pathname + address.search + address.hash} maxLength={4_000} />
        </p>
      ) : (
        <p class="visit">
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
          {visited.value && <span class="muted">Opened.</span>}
        </p>
      )}
    </Frame>
  )
}

/** Only addresses that a browser shows as pages. */
function parse(url: unknown): URL | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return /^https?:$/.test(parsed.protocol) ? parsed : undefined
}

function risksOf(url: unknown): string[] {
  const parsed = parse(url)
  if (!parsed) return [`This is not the address of a web page, so it cannot be opened: ${toText(url).slice(0, 100)}`]
  const risks: string[] = []
  if (parsed.protocol === 'http:') risks.push('Not encrypted: others on the way can read and change it.')
  if (/(^|\.)xn--/.test(parsed.hostname))
    risks.push('The name uses other alphabets, which can look like a name you know.')
  if (parsed.username || parsed.password) risks.push('The part before the @ is not the site you would visit.')
  if (/^[\d.]+$|^\[/.test(parsed.hostname)) risks.push('A number instead of a name.')
  return risks
}
