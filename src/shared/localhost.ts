/** Whether a URL stays on this machine, where plain http is safe. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
