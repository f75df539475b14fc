/** Server requests that belong to no call: a line each above the open view, until the user answers or refuses. */
import type { JSX } from 'preact'
import { openedRequest, pendingRequests, refuse, type ServerRequest } from '../state/server-requests.ts'

const titles: Record<ServerRequest['kind'], string> = {
  elicit: 'Elicitation request',
  sample: 'Sampling request',
  roots: 'Roots request',
}

export function Questions(): JSX.Element | null {
  const waiting = pendingRequests.value.filter(({ duringCall }) => !duringCall)
  if (waiting.length === 0) return null
  return (
    <ul class="questions" aria-label="Server requests">
      {waiting.map((request) => (
        <li key={request.id}>
          <span role="status">{titles[request.kind]}</span>
          <button type="button" class="small" onClick={() => (openedRequest.value = request.id)}>
            Answer
          </button>
          <button type="button" class="small quiet" onClick={() => refuse(request)}>
            Refuse
          </button>
        </li>
      ))}
    </ul>
  )
}
