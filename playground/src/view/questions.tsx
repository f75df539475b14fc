/** Requests of the server that came by themselves: a line beside the work, until the person answers or refuses. */
import type { JSX } from 'preact'
import { openedRequest, pendingRequests, refuse, type ServerRequest } from '../state/server-requests.ts'

const titles: Record<ServerRequest['kind'], string> = {
  elicit: 'The server asks you something.',
  sample: 'The server asks your model something.',
  roots: 'The server asks where it may work (roots).',
}

export function Questions(): JSX.Element | null {
  const waiting = pendingRequests.value.filter(({ duringCall }) => !duringCall)
  if (waiting.length === 0) return null
  return (
    <ul class="questions" aria-label="Questions of the server">
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
