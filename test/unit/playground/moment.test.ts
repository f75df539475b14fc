/** Dates and times between native pickers and RFC 3339. */
import { describe, expect, test } from 'vitest'
import { canPick, offsetsFor, readMoment, writeMoment } from '../../../playground/src/form/moment.ts'

describe('a date and time', () => {
  test.each([
    ['date', '2026-01-31'],
    ['time', '13:30:00Z'],
    ['time', '13:30:00'],
    ['date-time', '2026-01-31T13:30:00Z'],
    ['date-time', '2026-01-31T13:30:00.125-05:30'],
  ] as const)('%s %s comes back as it was', (kind, text) => {
    const { local, offset } = readMoment(kind, text)!
    expect(writeMoment(kind, local, offset)).toBe(text)
  })

  test.each([
    ['date', '2026-02-30'],
    ['date-time', '2026-01-31 13:30:00Z'],
    ['date-time', '2026-01-31T13:30:00.123456Z'],
    ['date-time', '2016-12-31T23:59:60Z'],
    ['date-time', '2026-01-31T13:30Z'],
    ['time', 'noon'],
  ] as const)('%s %s is written as text, since a picker would change it', (format, text) => {
    expect(canPick({ format }, text)).toBe(false)
  })

  test('gets its seconds and its offset', () => {
    expect(writeMoment('date-time', '2026-01-31T13:30', '+01:00')).toBe('2026-01-31T13:30:00+01:00')
    expect(writeMoment('time', '13:30:15', 'Z')).toBe('13:30:15Z')
  })

  test('gets only offsets that the pattern of the schema allows', () => {
    expect(offsetsFor({ format: 'date-time', pattern: 'Z$' }, '2026-01-31T13:30:00')).toEqual(['Z'])
    expect(offsetsFor({ format: 'time', pattern: '^\\d\\d:\\d\\d:\\d\\d$' }, '13:30:00')).toEqual([''])
  })
})
