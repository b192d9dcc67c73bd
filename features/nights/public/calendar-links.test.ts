import { expect, test } from 'vitest'
import { getPageTexts } from '../../../platform/site-layout/page-texts.ts'
import { listCalendarLinks, listNightCalendarLinks } from './calendar-links.ts'

const SITE_URL = 'https://club.example'
const ZONE = 'America/Argentina/Buenos_Aires'
const paths = { path: '/fechas/2027-03-06-apagon.ics', page: '/fechas/2027-03-06-apagon' }
const night = {
  date: '2027-03-06T23:59',
  endsAt: '07:00',
  heading: 'Apagón & amigos',
  place: 'Pulso, Pedro de Luján 1965',
}
const google = (change: Partial<typeof night>, siteUrl: string | null = SITE_URL) => {
  const links = listNightCalendarLinks({ ...night, ...change }, paths, siteUrl, ZONE, getPageTexts('es'))
  const { origin, pathname, searchParams } = new URL(links.find(({ isOutside }) => isOutside)?.href ?? '')
  expect(origin + pathname).toBe('https://calendar.google.com/calendar/render')
  return Object.fromEntries(searchParams)
}

test('adds a night to a calendar with its hours and its page', () => {
  expect(google({})).toEqual({
    action: 'TEMPLATE',
    text: 'Apagón & amigos',
    dates: '20270307T025900Z/20270307T100000Z',
    location: 'Pulso, Pedro de Luján 1965',
    details: 'https://club.example/fechas/2027-03-06-apagon',
  })
  expect(google({}, null)).not.toHaveProperty('details')
})

test('adds a night without an hour as a whole day', () => {
  expect(google({ date: '2027-12-31' }).dates).toBe('20271231/20280101')
})

test('subscribes to a calendar with its absolute address', () => {
  expect(
    listNightCalendarLinks(night, paths, SITE_URL, ZONE, getPageTexts('es')).map(({ href }) => href),
  ).toContain('webcal://club.example/fechas/2027-03-06-apagon.ics')
  expect(listCalendarLinks('/fechas.ics', SITE_URL, getPageTexts('es')).map(({ href }) => href)).toEqual([
    'webcal://club.example/fechas.ics',
    'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fclub.example%2Ffechas.ics',
    '/fechas.ics',
  ])
})

test('offers only calendar files, and no subscriptions, without SITE_URL', () => {
  expect(listCalendarLinks('/fechas.ics', null, getPageTexts('es')).map(({ href }) => href)).toEqual([
    '/fechas.ics',
  ])
  expect(
    listNightCalendarLinks(night, paths, null, ZONE, getPageTexts('es')).filter(({ href }) =>
      href.startsWith('webcal'),
    ),
  ).toEqual([])
})
