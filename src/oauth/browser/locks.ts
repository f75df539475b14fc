/** A lock over all tabs of this origin (Web Locks API). */

export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`mcp-auth ${name}`, run) as Promise<T>
}
