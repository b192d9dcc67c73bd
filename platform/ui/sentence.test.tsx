import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Sentence } from './sentence.tsx'

it.each([
  ['Sin nombres.', 'Sin nombres.'],
  ['Borraste «شروق».', 'Borraste «<bdi>شروق</bdi>».'],
  [
    'No se publicó «Uno», «Dos» y «<Tres>».',
    'No se publicó «<bdi>Uno</bdi>», «<bdi>Dos</bdi>» y «<bdi>&lt;Tres&gt;</bdi>».',
  ],
  ['Quedó «sin cerrar', 'Quedó «sin cerrar'],
])('Sentence isolates the names of %s', (sentence, html) => {
  expect(renderToStaticMarkup(<Sentence>{sentence}</Sentence>)).toBe(html)
})
