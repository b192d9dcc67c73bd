import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { PageDelivery } from '../../pages/delivery/page-delivery.ts'
import { island } from './island.tsx'

interface Props {
  text: string
  parts: { key: string; content: ReactNode }[]
  onPress?(): void
}

const Sample = island('sample', 'visible', ({ text, parts }: Props) => (
  <div>
    {text}
    {parts.map(({ key, content }) => (
      <p key={key}>{content}</p>
    ))}
  </div>
))

const parts = [{ key: 'a', content: <a href="/culture">Cultura</a> }]
const delivery = {
  enhance: '',
  screen: null,
  isEmbed: false,
  styles: '',
  laterStyles: null,
  nonce: undefined,
}

describe('an island', () => {
  test('refuses a function as a prop', () => {
    expect(() => renderToStaticMarkup(<Sample text="a" parts={[]} onPress={() => {}} />)).toThrow(
      'onPress is a function, which cannot be a prop of an island',
    )
  })

  test('has its name and props in the page, and elements only as HTML', () => {
    const html = renderToStaticMarkup(<Sample text={'"<á>'} parts={parts} />)
    expect(html).toContain('<react-island data-island="sample" data-when="visible" ')
    expect(html).toContain('<p><server-part data-part="0"><a href="/culture">Cultura</a></server-part></p>')
    const [, json = ''] = /data-props="([^"]*)"/.exec(html) ?? []
    const text = json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    expect(JSON.parse(text)).toEqual({
      text: '"<á>',
      parts: [{ key: 'a', content: { $html: 0 } }],
    })
  })

  test.each([
    ['a screen, which React hydrates as a whole', { screen: { entry: '', styles: [], preloads: [] } }],
    ['a frame for other sites, which has no scripts', { isEmbed: true }],
  ])('is only its component on %s', (_name, page) => {
    const html = renderToStaticMarkup(
      <PageDelivery value={{ ...delivery, ...page }}>
        <Sample text="a" parts={parts} />
      </PageDelivery>,
    )
    expect(html).toBe('<div>a<p><a href="/culture">Cultura</a></p></div>')
  })
})
