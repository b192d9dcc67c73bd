/** Saving a night on a phone, and sharing its story image with the phone's share sheet. */

import sharp from 'sharp'
import { resources } from '../../platform/content/shared/resources.ts'
import { shareFormats } from '../../platform/content/shared/share-set.ts'
import {
  createSmallPicture,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { postTo } from './club-api.ts'
import { type BrowserContextOptions, expect, test } from './journey.ts'
import { countSharedFiles, readSharedFiles, stubWebShare } from './web-share-stub.ts'

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use(phone)

test('saves a night and passes its story image to the share sheet', { tag: '@main' }, async ({ page }) => {
  await stubWebShare(page)
  await signIn(page)
  const night = await postTo(page, '/api/events', {
    draft: true,
    date: '2031-03-08T23:30',
    title: `Historia ${runId}`,
    url: 'https://club.example/entradas',
    flyerLarge: toDataUrl(await createSmallPicture('#0ae')),
    flyerGrid: toDataUrl(await createSmallPicture('#0ae')),
    lineup: [{ name: 'Ana Ñandú' }],
  })
  await openScreen(page, `${resources.events.admin.update}/${night._id}`)
  await page.getByRole('button', { name: 'Compartir' }).first().tap()
  const sheet = page.getByRole('dialog', { name: 'Compartir' })
  await expect(sheet.getByText('Todavía nadie lo ve')).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: 'Texto' })).toHaveValue(/^Historia .+\nSábado 8 de marzo/)
  const hand = sheet.getByRole('button', { name: 'Compartir historia' })
  await expect(hand).toBeVisible({ timeout: 60_000 })
  await expect(sheet.getByRole('link', { name: 'Descargar vista previa' })).toBeVisible({ timeout: 60_000 })
  expect(await findAxeViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await hand.tap()
  await expect.poll(() => countSharedFiles(page)).toBe(1)
  const [story] = await readSharedFiles(page)
  expect([story?.type, story?.name]).toEqual([
    'image/jpeg',
    expect.stringMatching(/^historia-[a-z0-9-]+-historia\.jpg$/),
  ])
  const { format, width, height } = await sharp(story?.bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', ...shareFormats.story })

  await sheet.getByRole('button', { name: 'Compartir publicación' }).tap()
  await expect.poll(() => countSharedFiles(page)).toBe(2)
  expect((await readSharedFiles(page))[1]?.text).toContain('Ana Ñandú')
  await sheet.getByRole('button', { name: 'Compartir todo' }).tap()
  await expect.poll(() => countSharedFiles(page)).toBe(4)
  const [first, second] = (await readSharedFiles(page)).slice(2)
  expect([first?.name, second?.name]).toEqual([
    expect.stringMatching(/-historia\.jpg$/),
    expect.stringMatching(/-publicacion\.jpg$/),
  ])
  expect(first?.text).toContain('Ana Ñandú')
  await sheet.getByRole('button', { name: 'Cerrar' }).tap()
  await expect(sheet).toBeHidden()
})
