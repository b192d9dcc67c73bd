/** What the journeys through the back office share. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import sharp from 'sharp'
import { USER_STORAGE_KEY } from '../../platform/shared/limits.ts'
import { TYPE_KEY } from '../../platform/site-layout/browser/root-state.ts'
import { administrator } from './administrator.ts'
import { breath } from './public-site-helpers.ts'

/** Titles are unique, and a developer may run the journeys twice against one club. */
export const run = Date.now().toString(36)

/**
 * Signed in as the form of /login does it, which has journeys of its own.
 * @param path the screen that one is on then; without it one that is empty
 */
export async function signIn(page: Page, path?: string): Promise<void> {
  const { _id, id, email } = await (
    await page.request.post('/api/auth/login', { data: administrator })
  ).json()
  // A page of this origin that runs nothing: the server sends none that may touch what the browser keeps.
  await page.route('/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto('/blank')
  await page.evaluate(
    ([userKey, user, typeKey]) => {
      localStorage.setItem(userKey, user)
      localStorage.setItem(typeKey, 'here')
    },
    [USER_STORAGE_KEY, JSON.stringify({ _id, id, email }), TYPE_KEY] as const,
  )
  if (path !== undefined) await open(page, path)
}

/** Puts the caret at the end of the text that it is in, of which browsers tell an editor a moment later. */
export async function toEnd(page: Page): Promise<void> {
  await page.keyboard.press('Control+End')
  await breath(page)
}

/** On /login, wherever one came from. */
export async function fillCredentials(page: Page, password = administrator.password): Promise<void> {
  await takenOver(page)
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** Until React has taken the form over there is nobody to send it: it marks every element that it looks after. */
export const takenOver = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector('form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })

/**
 * A photo as a phone makes it: 12 megapixels of noisy sensor, held upright (EXIF orientation 6), with the place where
 * it was taken. Upright, its upper half is dark and its lower half is bright.
 */
export async function phonePhoto(): Promise<Buffer> {
  const grain = (mean: number) =>
    sharp({
      create: {
        width: 500,
        height: 500,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean, sigma: 18 },
      },
    })
      .png()
      .toBuffer()
  const bright = sharp({ create: { width: 2000, height: 3000, channels: 3, background: '#000' } })
    .composite([{ input: await grain(190), tile: true }])
    .jpeg({ quality: 95 })
    .toBuffer()
  return (
    sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000' } })
      // Column 0 of the sensor is the top of what orientation 6 shows.
      .composite([
        { input: await grain(60), tile: true },
        { input: await bright, left: 2000, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Telefono', Model: 'Bolsillo 12' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '34/1 33/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '58/1 26/1 0/1',
        },
      })
      .jpeg({ quality: 90 })
      .toBuffer()
  )
}

export const asFile = (buffer: Buffer) => ({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer })

export const asDataUrl = (buffer: Buffer): string => `data:image/jpeg;base64,${buffer.toString('base64')}`

/** A small picture, for what is not about pictures. */
export const smallPicture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

/** The notice with this title is seen; the ones before it may still be there. */
export const expectNotice = (page: Page, title: string): Promise<void> =>
  expect(page.locator('.notice').filter({ has: page.getByText(title, { exact: true }) })).toBeVisible()

/** The screen has what it loads. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.rich-waiting')).toHaveCount(0)
}

/** Parsed once for each page, which takes longer than what it does there. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds (WCAG 2.2 AA and good practice), one line a fault; in frames too. */
export async function faultsOf(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe)
  return page.evaluate(async () => {
    // A notice that fades in has too little contrast until its animation ends. Dismissing it rejects `finished`.
    const notices = [...document.querySelectorAll('.notice')]
    await Promise.allSettled(notices.flatMap((notice) => notice.getAnimations()).map((each) => each.finished))
    // Bars that stay in sight: what lies half under one looks too small to axe, and comes out when one scrolls.
    const bars = document.querySelectorAll<HTMLElement>('.admin-bar, .admin :is(.tabs, .action-bar)')
    for (const bar of bars) bar.style.position = 'static'
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    for (const bar of bars) bar.style.position = ''
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}
