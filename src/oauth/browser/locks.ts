/** One at a time, over all tabs of this origin. */

export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`mcp-auth ${name}`, run) as Promise<T>
}
