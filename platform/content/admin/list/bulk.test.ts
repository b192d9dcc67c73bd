import { expect, it } from 'vitest'
import { inWords } from './bulk.ts'

it('inWords lists up to four names, and counts the rest of a longer list', () => {
  expect(inWords(['Ana'])).toBe('«Ana»')
  expect(inWords(['Ana', 'Bea'])).toBe('«Ana» y «Bea»')
  expect(inWords(['Ana', 'Bea', 'Coti', 'Dora'])).toBe('«Ana», «Bea», «Coti» y «Dora»')
  expect(inWords(['Ana', 'Bea', 'Coti', 'Dora', 'Eva'])).toBe('«Ana», «Bea», «Coti» y 2 más')
})
