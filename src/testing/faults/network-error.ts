/** The error that `fetch` rejects with when the network fails; Node has further details in `cause`. */

export class NetworkError extends TypeError {
  constructor(message = 'fetch failed', options?: ErrorOptions) {
    super(message, options)
    this.name = 'TypeError'
  }
}
