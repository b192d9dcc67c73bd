import { expect, it } from 'vitest'
import { inlined } from './inlined.ts'

it('puts every sheet right after its link, which fetches nothing any more', () => {
  const sheets: Record<string, string> = { '/assets/site.css': 'a{b:c}', '/assets/home.css': '.d>e{f:"$&"}' }
  const page =
    '<head><link rel="icon" href="/i.svg"/><link rel="stylesheet" href="/assets/site.css"/><link rel="stylesheet" href="/assets/home.css#"/></head>'
  expect(inlined(page, (href) => sheets[href] as string)).toBe(
    '<head><link rel="icon" href="/i.svg"/><link rel="stylesheet" href="/assets/site.css" disabled=""/><style>a{b:c}</style><link rel="stylesheet" href="/assets/home.css#" disabled=""/><style>.d>e{f:"$&"}</style></head>',
  )
})

it('leaves a link alone whose sheet is not to be had', () => {
  const page = '<head><link rel="stylesheet" href="/assets/gone.css"/></head>'
  expect(inlined(page, () => null)).toBe(page)
})
