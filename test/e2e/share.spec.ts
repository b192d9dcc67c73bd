/** A night is saved on a phone, and its story handed to the phone's own sharing sheet. */
import { type BrowserContextOptions, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { resources } from '../../contract/content/resources.ts'
import { shareFormats } from '../../contract/share-kit.ts'
import { asDataUrl, faultsOf, open, run, signIn, smallPicture } from './back-office.ts'

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use(phone)

test('a night is saved, and its story goes to the phone as a picture', async ({ page }) => {
  // What the phone's sheet would be given; a tap has to be under way, as in Safari.
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/jpeg'),
      share: async ({ files = [], text }: ShareData) => {
        if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError')
        const [file] = files
        const bytes = file ? [...new Uint8Array(await file.arrayBuffer())] : []
        shared.push({ name: file?.name, type: file?.type, bytes, text })
      },
    })
  })
  await signIn(page)
  const created = await page.request.post('/api/events', {
    data: {
      draft: true,
      date: '2031-03-08T23:30',
      title: `Historia ${run}`,
      url: 'https://club.example/entradas',
      flyerLarge: asDataUrl(await smallPicture('#0ae')),
      flyerGrid: asDataUrl(await smallPicture('#0ae')),
      lineup: [{ name: 'Ana Ñandú' }],
    },
  })
  const night = await created.json()
  await open(page, `${resources.events.admin.update}/${night._id}`)
  await page.getByRole('button', { name: 'Compartir' }).first().tap()
  const sheet = page.getByRole('dialog', { name: 'Compartir' })
  await expect(sheet.getByText('Todavía nadie lo ve')).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: 'Texto' })).toHaveValue(/^Historia .+\nSábado 8 de marzo/)
  const hand = sheet.getByRole('button', { name: 'Compartir historia' })
  await expect(hand).toBeVisible({ timeout: 60_000 })
  await expect(sheet.getByRole('link', { name: 'Descargar vista previa' })).toBeVisible({ timeout: 60_000 })
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await hand.tap()
  type Handed = { name: string; type: string; bytes: number[]; text?: string }
  const handed = () => page.evaluate(() => (window as unknown as { shared: Handed[] }).shared)
  await expect.poll(async () => (await handed()).length).toBe(1)
  const [story] = await handed()
  expect([story?.type, story?.name]).toEqual([
    'image/jpeg',
    expect.stringMatching(/^historia-[a-z0-9-]+-historia\.jpg$/),
  ])
  const { format, width, height } = await sharp(Buffer.from(story?.bytes ?? [])).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', ...shareFormats.story })

  await sheet.getByRole('button', { name: 'Compartir publicación' }).tap()
  await expect.poll(async () => (await handed()).length).toBe(2)
  expect((await handed())[1]?.text).toContain('Ana Ñandú')
  await sheet.getByRole('button', { name: 'Cerrar' }).tap()
  await expect(sheet).toBeHidden()
})
