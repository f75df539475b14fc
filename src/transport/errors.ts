/** The errors of the transport itself. All others are those of the client. */
import { McpError } from '../core/errors.ts'

/** The host used the transport in a wrong order, such as before `start()`. */
export class TransportError extends McpError {
  override readonly code: 'transport' = 'transport'
}

/** A user has to sign in: the provider was told where. Its name is the one that hosts look for. */
export class UnauthorizedError extends McpError {
  override readonly code: 'unauthorized' = 'unauthorized'
}
