import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = new URL('..', import.meta.url).pathname

const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .sort()

/**
 * Finds selectors with `:hover` that also apply on touch screens. There the last tapped element would keep the hover style.
 */
function stickyHovers(css: string): string[] {
  const preludes: string[] = []
  const found: string[] = []
  const text = css.replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '').replace(/"[^"\n]*"/g, '""')
  for (const [, before = '', mark] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') preludes.pop()
    if (mark !== '{') continue
    const prelude = before.trim()
    const isMeant = preludes.some((outer) => outer.startsWith('@media') && outer.includes('(hover: hover)'))
    if (prelude.includes(':hover') && !isMeant) found.push(prelude)
    preludes.push(prelude)
  }
  return found
}

it('finds hover rules that apply to touch screens', () => {
  expect(
    stickyHovers(
      'a { color: red; &:hover { color: blue } } @media (hover: hover) { a:hover { x: y; & b:hover { } } }',
    ),
  ).toEqual(['&:hover'])
  expect(stickyHovers('/* a:hover { */ a { content: "b:hover {"; } c:is(:hover, :focus) { }')).toEqual([
    'c:is(:hover, :focus)',
  ])
})

it('checks every style sheet', () => {
  expect(sheets.length).toBeGreaterThan(20)
})

it.each(sheets)('%s limits hover rules to devices that can hover', (path) => {
  expect(stickyHovers(readFileSync(join(folder, path), 'utf8'))).toEqual([])
})
