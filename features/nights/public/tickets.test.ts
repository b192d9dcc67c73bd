import { expect, test } from 'vitest'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { listTickets } from './tickets.ts'

type Offer = EntityOf<'events'>['offers'][number]

const _id = 'noche'
const url = 'https://entradas.example/noche'
const offer = (change: Partial<Offer> = {}): Offer => ({
  _id: 'uno',
  name: 'General',
  price: 12_000,
  currency: 'ARS',
  url: null,
  availability: 'available',
  endsAt: null,
  until: null,
  ...change,
})
const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const NOW = Date.parse('2027-03-06T15:00:00Z')
const night = (offers: Offer[], status: 'scheduled' | 'cancelled' = 'scheduled') => ({
  _id,
  url,
  offers,
  date: '2027-03-06T23:59',
  endsAt: null,
  status,
})
const tickets = (offers: Offer[], options: { isDirect?: boolean } = {}) =>
  listTickets(night(offers), NOW, TIME_ZONE, options)
type Button = ReturnType<typeof listTickets>['button']
const withPlainSpaces = (button: Button): Button =>
  button && { ...button, price: button.price?.replaceAll('\u00a0', ' ') ?? null }
const getButton = (...offers: Partial<Offer>[]) => withPlainSpaces(tickets(offers.map(offer)).button)

test('links the button to the lowest price that can be bought', () => {
  expect(tickets([]).button).toEqual({ href: '/ir/noche/url', price: null })
  expect(getButton({})).toEqual({ href: '/ir/noche/uno', price: '$ 12.000' })
  expect(getButton({ price: 20_000 }, { price: 12_000 })?.price).toBe('desde $ 12.000')
  expect(getButton({ price: 0 })?.price).toBe('Entrada libre')
  expect(getButton({ price: 0 }, { price: null })?.price).toBeNull()
  expect(getButton({ price: null }, { price: 12_000 })?.price).toBeNull()
  expect(getButton({ price: 15, currency: 'USD' }, { price: 12_000 })?.price).toBeNull()
  expect(
    getButton({ availability: 'soldout' }, { _id: 'dos', price: 20_000, url: 'https://otra.example/' }),
  ).toEqual({
    href: '/ir/noche/dos',
    price: '$ 20.000',
  })
  expect(getButton({ availability: 'soon' }, { availability: 'soldout' })).toBeNull()
})

test.each<[string, Partial<Offer>[]]>([
  [
    'after',
    [
      { _id: 'puerta', price: 10_000 },
      { _id: 'lista', price: 0 },
    ],
  ],
  [
    'before',
    [
      { _id: 'lista', price: 0 },
      { _id: 'puerta', price: 10_000 },
    ],
  ],
])('a free offer %s an offer with a price does not make the button free', (_, offers) => {
  expect(getButton(...offers)).toEqual({ href: '/ir/noche/puerta', price: '$ 10.000' })
})

test('lists no tickets of a cancelled night, and no links for offers that cannot be bought', () => {
  expect(listTickets(night([offer({})], 'cancelled'), NOW, TIME_ZONE)).toEqual({ button: null, lines: [] })
  const offers = [offer({ availability: 'soldout' }), offer({ availability: 'soon' }), offer({})]
  expect(tickets(offers).lines.map(({ state, href }) => [state, href])).toEqual([
    ['Agotada', null],
    ['Próximamente', null],
    [null, '/ir/noche/uno'],
  ])
})

test('links directly to the seller in a preview, without counting clicks', () => {
  const own = 'https://otra.example/'
  expect(tickets([], { isDirect: true }).button?.href).toBe(url)
  const { button, lines } = tickets([offer({ url: own }), offer({})], { isDirect: true })
  expect([button?.href, ...lines.map(({ href }) => href)]).toEqual([own, own, url])
})
