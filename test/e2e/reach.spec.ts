/** The night leaves the site: somebody comes from a network, goes on to the tickets, and the club sees both. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { club } from '../../club/club.ts'
import { wallClock } from '../../contract/dates.ts'
import { dayAfter } from '../../contract/nights.ts'
import { asDataUrl, faultsOf, open, run, signIn, smallPicture } from './back-office.ts'
import { ready } from './visitor.ts'

test('a visitor from Instagram goes on to the tickets, and the club sees it', async ({
  page,
  browser,
  baseURL,
}) => {
  // The ticket seller.
  const referrers: (string | undefined)[] = []
  const seller = createServer(({ headers }, response) => {
    referrers.push(headers.referer)
    response.setHeader('Content-Type', 'text/html').end('<title>Entradas</title>')
  }).listen(0, '127.0.0.1')
  await once(seller, 'listening')
  const url = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/noche`

  await signIn(page)
  const day = dayAfter(wallClock(Date.now(), club.timeZone).slice(0, 10), 40)
  const title = `Alcance ${run}`
  const flyer = asDataUrl(await smallPicture('#063'))
  const made = await page.request.post('/api/events', {
    data: { date: `${day}T23:59`, title, url, flyerLarge: flyer, flyerGrid: flyer },
  })
  const { _id, slug } = await made.json()

  const visiting = await browser.newContext({ baseURL: baseURL as string })
  const visitor = await visiting.newPage()
  const beacon = visitor.waitForRequest('**/api/visits')
  await visitor.goto(`/fechas/${slug}?utm_source=IG`)
  expect((await beacon).postDataJSON()).toEqual({ path: `/fechas/${slug}`, source: 'instagram' })
  const opened = visiting.waitForEvent('page')
  await visitor.locator('.tickets-button').click()
  const tickets = await opened
  await tickets.waitForURL(url)
  await expect(tickets).toHaveTitle('Entradas')
  // They learn which site it was, and nothing of the page.
  expect(referrers[0]).toBe(`${baseURL}/`)
  expect(await visiting.cookies()).toEqual([])

  // Whoever asks not to be followed sends nothing.
  const silent = await visiting.newPage()
  await silent.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }),
  )
  const sent: string[] = []
  silent.on('request', (request) => sent.push(request.url()))
  await silent.goto(`/fechas/${slug}`)
  await ready(silent)
  await silent.waitForLoadState('load')
  expect(sent.filter((address) => address.includes('/api/'))).toEqual([])
  await visiting.close()
  seller.close()

  await open(page, '/admin')
  await page.getByRole('link', { name: /^Esta semana: / }).click()
  const night = page.locator('.visit-nights > li').filter({ hasText: title })
  await expect(night).toContainText('1 visita')
  await expect(night).toContainText('1 clic en entradas')
  await expect(night).toContainText('Instagram 1')
  await expect(page.getByRole('row', { name: new RegExp(`^${title}.* 1 nuevo$`) })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  expect((await download).suggestedFilename()).toBe('visitas.csv')
  await page.request.delete(`/api/events/${_id}`)
})
