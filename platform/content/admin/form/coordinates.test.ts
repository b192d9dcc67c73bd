import { describe, expect, test } from 'vitest'
import { parseCoordinates } from './coordinates.ts'

describe('pasted coordinates', () => {
  test.each([
    '',
    'Mitre 750',
    '-32.9',
    '91, 0',
    '0, 181',
    '1, 2, 3',
    '32°54′S 60°36′S',
    'https://maps.app.goo.gl/abcDEF123',
    `${' '.repeat(3_000)}-32.9, -60.6`,
    `${'1'.repeat(100)}, 2`,
  ])('refuses %j', (text) => {
    expect(parseCoordinates(text)).toBeNull()
  })

  test.each([
    '-32.9, -60.6',
    '-32.9,-60.6',
    '(-32.9, -60.6)',
    '−32.9 −60.6',
    ' -32.9; -60.6 ',
    '-32,9; -60,6',
    '-32,9, -60,6',
    '32°54′S 60°36′W',
    `32°54'00"S 60°36'00"W`,
    '60° 36′ O, 32° 54′ S',
    'geo:-32.9,-60.6',
    'https://www.google.com/maps/@-32.9,-60.6,17z',
    'https://www.google.com/maps/place/Club/@-1.5,-2.5,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d-32.9!4d-60.6',
    'https://www.google.com/maps?q=-32.9,-60.6',
    'https://www.google.com/maps/search/?api=1&query=-32.9%2C-60.6',
    'https://www.openstreetmap.org/#map=17/-32.9/-60.6',
  ])('reads %j', (text) => {
    const { lat, lon } = parseCoordinates(text) ?? { lat: 0, lon: 0 }
    expect([lat, lon].map((degrees) => Number(degrees.toFixed(6)))).toEqual([-32.9, -60.6])
  })

  test('takes little time for a long text', () => {
    const start = performance.now()
    parseCoordinates(`${"1°1'".repeat(400)}`)
    parseCoordinates('-1.1'.repeat(499))
    expect(performance.now() - start).toBeLessThan(100)
  })
})
