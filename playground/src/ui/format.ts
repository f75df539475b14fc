/** Formats durations, sizes and times of day for people. */

export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

export function formatBytes(count: number): string {
  if (count < 1_000) return `${count} B`
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} kB`
  return `${(count / 1_000_000).toFixed(1)} MB`
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

export function formatTime(at: number): string {
  return timeFormat.format(at)
}
