import { expect, it } from 'vitest'
import { joinNames } from './bulk.ts'

it('joinNames lists up to four names, and counts the rest of a longer list', () => {
  expect(joinNames(['Ana'])).toBe('«Ana»')
  expect(joinNames(['Ana', 'Bea'])).toBe('«Ana» y «Bea»')
  expect(joinNames(['Ana', 'Bea', 'Coti', 'Dora'])).toBe('«Ana», «Bea», «Coti» y «Dora»')
  expect(joinNames(['Ana', 'Bea', 'Coti', 'Dora', 'Eva'])).toBe('«Ana», «Bea», «Coti» y 2 más')
})
