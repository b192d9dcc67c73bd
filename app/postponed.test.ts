import { expect, it } from 'vitest'
import { postponed } from './postponed.ts'

const page = (links: string, scripts: string) =>
  `<html><head><title>Pulso</title>${links}</head><body><main></main>${scripts}</body></html>`

const links =
  '<link rel="modulepreload" href="/assets/manifest-1f.js"/><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/home.js"/>'
const handoff = '<script>window.__reactRouterContext = {}</script>'
const start =
  'import "/assets/manifest-1f.js";\nimport * as route0 from "/assets/home.js";\nimport("/assets/entry.js");'

it('leaves nothing that fetches or runs the framework, and all that is needed to do so later', () => {
  const whole = page(links, `${handoff}<script type="module" async="">${start}</script>`)
  const late = (when: string, files: string, text: string) =>
    page(
      '',
      `${handoff}<script type="text/plain" data-when="${when}" data-framework="${files}">${text}</script>`,
    )
  expect(postponed(whole, 'asked')).toBe(
    late(
      'asked',
      '/assets/site-pages-1f.js /assets/entry.js /assets/home.js',
      start.replace('manifest', 'site-pages'),
    ),
  )
  // The whole route table, where the back office comes next.
  expect(postponed(whole, 'shown')).toBe(
    late('shown', '/assets/manifest-1f.js /assets/entry.js /assets/home.js', start),
  )
})

it.each([
  ['has no preloads', page('', `<script type="module" async="">${start}</script>`)],
  ['starts otherwise', page(links, `<script async type="module">${start}</script>`)],
  ['has two scripts that start', page(links, '<script type="module" async="">1</script>'.repeat(2))],
])('leaves a page alone that %s', (_, html) => {
  expect(postponed(html, 'asked')).toBe(html)
})
