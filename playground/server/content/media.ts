/** Small media files, as tools, prompts and resources for tests return them. */

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC'

/** Eight samples of silence: 8 kHz, mono, 8 bit. */
export const WAV = 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=='

export function image(): object {
  return { type: 'image', data: PNG, mimeType: 'image/png' }
}

export function audio(): object {
  return { type: 'audio', data: WAV, mimeType: 'audio/wav' }
}

export function embedded(uri: string, mimeType: string, value: string): object {
  return { type: 'resource', resource: { uri, mimeType, text: value } }
}
