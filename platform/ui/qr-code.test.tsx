import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

test('draws each dark module of the code once', () => {
  const text = 'https://club.example/fechas/2026-11-25-apagon'
  const svg = renderToStaticMarkup(<QrCode text={text} label="Código QR" />)
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    for (let at = 0; at < Number(length); at++) {
      const row = drawn[Number(y)] as number[]
      row[Number(x) + at] = (row[Number(x) + at] ?? 0) + 1
    }
  expect(drawn).toEqual(data.map((row) => row.map(Number)))
  expect(svg).toContain('aria-label="Código QR"')
})
