import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Meta, StructuredData } from './meta.tsx'

/** Renders the head of a page that declares `descriptors`. */
function getHead(descriptors: MetaDescriptor[]): string {
  const router = createMemoryRouter([
    {
      path: '/',
      handle: { meta: () => descriptors },
      element: (
        <>
          <Meta />
          <StructuredData />
        </>
      ),
    },
  ])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('renders a link that has a title as a link', () => {
  const feed = { tagName: 'link', rel: 'alternate', title: 'Novedades', href: '/rss.xml' } as const
  expect(getHead([{ title: 'Noches & más' }, feed, { name: 'description', content: '"Todo"' }])).toBe(
    '<title>Noches &amp; más</title><link rel="alternate" title="Novedades" href="/rss.xml"/>' +
      '<meta name="description" content="&quot;Todo&quot;"/>',
  )
})

test('escapes structured data, so that its text cannot end the element', () => {
  const head = getHead([{ 'script:ld+json': { name: '</script><script>alert(1)//\u2028' } }])
  expect(head).not.toContain('</script><script>')
  expect(head.match(/<\/script>/g)).toHaveLength(1)
  const [, json] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? []
  expect(JSON.parse(json ?? '')).toEqual({ name: '</script><script>alert(1)//\u2028' })
})
