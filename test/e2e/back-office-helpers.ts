/** Helpers of the journeys in the back office. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import sharp from 'sharp'
import { commands } from '../../platform/admin-layout/commands.ts'
import { editPath } from '../../platform/admin-layout/paths.ts'
import { TYPE_KEY } from '../../platform/api/client/root-state.ts'
import { getDeclaration, resourceNames } from '../../platform/content/shared/resources.ts'
import { USER_STORAGE_KEY } from '../../platform/shared/limits.ts'
import { AXE_TAGS } from '../support/axe-tags.ts'
import { administrator } from './administrator.ts'
import { postTo, readFrom } from './club-api.ts'
import { expect, type Page } from './journey.ts'
import { pauseBetweenKeys } from './public-site-helpers.ts'

const root = join(import.meta.dirname, '../..')

/** Suffix that makes titles unique, because a developer may run the journeys twice against one club. */
export const runId = Date.now().toString(36)

/**
 * Signs in through the API, with the same result as the form on /login. Journeys of their own test that form.
 * @param path the screen to open afterwards. Without it, a blank page stays open
 */
export async function signIn(page: Page, path?: string): Promise<void> {
  const { _id, id, email } = await postTo(page, '/api/auth/login', administrator)
  // signIn sets local storage on a blank page of the same origin, because the scripts of a real page could change it.
  await page.route('/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto('/blank')
  await page.evaluate(
    ([userKey, user, typeKey]) => {
      localStorage.setItem(userKey, user)
      localStorage.setItem(typeKey, 'here')
    },
    [USER_STORAGE_KEY, JSON.stringify({ _id, id, email }), TYPE_KEY] as const,
  )
  if (path !== undefined) await openScreen(page, path)
}

/** Makes the browser a visitor's again: pages show neither edit links nor pencils. */
export async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.route('/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto('/blank')
  await page.evaluate((key) => localStorage.removeItem(key), USER_STORAGE_KEY)
}

/** Moves the caret to the end of the focused text. Waits, because browsers report the new selection a moment later. */
export async function moveCaretToEnd(page: Page): Promise<void> {
  await page.keyboard.press('Control+End')
  await pauseBetweenKeys(page)
}

/** Fills in and sends the form on /login, which must be open. */
export async function fillCredentials(page: Page, password = administrator.password): Promise<void> {
  await waitForFormHydration(page)
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/**
 * Waits until React has hydrated the form: before that, no handler receives its submit event. React adds properties that
 * start with `__reactProps` to each element that it hydrated.
 */
export const waitForFormHydration = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector('form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })

/**
 * Creates a photo like a phone's: 12 megapixels with sensor noise, EXIF orientation 6, and a GPS location. When upright,
 * its upper half is dark and its lower half is bright.
 */
export async function createPhonePhoto(): Promise<Buffer> {
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
      // In EXIF orientation 6 the first column of the stored pixels is the top row of the upright picture.
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

/** Sizes of photos that phones call 50 and 108 megapixels. px */
export const LARGE_PHOTOS = [
  { width: 8192, height: 6144 },
  { width: 12_000, height: 9000 },
] as const

/** Colours of the upright halves of a large photo. */
const LARGE_PHOTO_COLOURS = { top: [200, 60, 30], bottom: [30, 80, 190] } as const

/** Creates a photo with EXIF orientation 6 and the colour profile Display P3, as phones write it. */
export async function createLargePhoto({ width, height }: (typeof LARGE_PHOTOS)[number]): Promise<Buffer> {
  const toColour = ([r, g, b]: readonly [number, number, number]) => ({ r, g, b })
  const half = { width: width / 2, height, channels: 3 } as const
  const { top, bottom } = LARGE_PHOTO_COLOURS
  const right = await sharp({ create: { ...half, background: toColour(bottom) } })
    .png()
    .toBuffer()
  // In EXIF orientation 6 the first column of the stored pixels is the top row of the upright picture.
  return sharp({ create: { width, height, channels: 3, background: toColour(top) } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .withMetadata({ orientation: 6, icc: 'p3' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Script that returns the colours in the upper and lower half of the picture that a form shows. null before */
export const READ_PREVIEW_COLOURS = `
  const image = document.querySelector('.picture-preview img')
  if (!image?.complete || image.naturalWidth === 0) return null
  const canvas = Object.assign(document.createElement('canvas'), { width: 30, height: 30 })
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0, 30, 30)
  return [5, 25].map((y) => [...context.getImageData(15, y, 1, 1).data.slice(0, 3)])`

/** Largest difference of a channel after two lossy encodings. */
const CHANNEL_TOLERANCE = 12

/** True when the colours that `READ_PREVIEW_COLOURS` returned are those of a large photo, upright. */
export function areLargePhotoColours(colours: readonly (readonly number[])[] | null): boolean {
  const expected = Object.values(LARGE_PHOTO_COLOURS).flat()
  return (
    colours
      ?.flat()
      .every((value, index) => Math.abs(value - (expected[index] as number)) <= CHANNEL_TOLERANCE) ?? false
  )
}

/** Unfolds the fields that forms on narrow screens fold away. */
export async function unfoldMoreFields(page: Page): Promise<void> {
  const more = page.locator('details.field-group:not([open]) > summary', { hasText: 'Más datos' })
  await page.locator('.item-form').waitFor()
  if ((await more.count()) > 0) await more.click()
}

/** Unfolds the tools of the rich text that narrow screens fold away. */
export async function unfoldTools(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Más herramientas', expanded: false })
  await page.locator('.rich-toolbar').waitFor()
  if ((await more.count()) > 0) await more.click()
}

export const toImageFile = (buffer: Buffer) => ({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer })

export const toDataUrl = (buffer: Buffer): string => `data:image/jpeg;base64,${buffer.toString('base64')}`

/** Creates a picture of one colour for tests in which the content of the picture does not matter. */
export const createSmallPicture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

/** Expects a notice with this title. Other notices may be visible too, from earlier actions. */
export const expectNotice = (page: Page, title: string): Promise<void> =>
  expect(page.locator('.notice').filter({ has: page.getByText(title, { exact: true }) })).toBeVisible()

/** What `e2e/screens.ts` of a feature exports. */
interface FeatureScreens {
  /** Returns the paths of screens that are neither forms of content nor commands. */
  findScreens(page: Page): Promise<string[]>
  /** Paths of public pages that show settings. */
  settingsPages?: readonly string[]
}

const importFeatureScreens = (): Promise<FeatureScreens[]> =>
  Promise.all(globSync('features/*/e2e/screens.ts', { cwd: root }).map((file) => import(join(root, file))))

/** Returns the paths of public pages of features that show settings. */
export const findSettingsPages = async (): Promise<string[]> =>
  (await importFeatureScreens()).flatMap(({ settingsPages = [] }) => settingsPages)

/** Returns the path of every screen. Screens of one item get the path of an existing item. */
export async function findScreens(page: Page): Promise<string[]> {
  const edits = await Promise.all(
    resourceNames.map(async (name) => {
      const list = await readFrom(page, `/api/${name}?limit=1`)
      const [item] = Array.isArray(list) ? list : list.data
      return editPath(getDeclaration(name), item._id)
    }),
  )
  const features = await importFeatureScreens()
  const ofFeatures = await Promise.all(features.map(({ findScreens }) => findScreens(page)))
  return [...commands.map(({ to }) => to).filter((to) => to !== '/'), ...edits, ...ofFeatures.flat()]
}

/** Opens a screen and waits until its data has loaded. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.rich-waiting')).toHaveCount(0)
}

/** Source of axe. The helper reads it once per process, and each page evaluates it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Finds faults that axe does not report: forms without a submit button (WCAG technique H32), controls that are disabled and
 * say that they are not, and length limits on inputs that have none. Runs in the page.
 */
function findFormFaults(): string[] {
  const forms = [...document.forms].filter(
    (form) =>
      ![...form.elements].some((element) => element.matches('button:not([type=button]), input[type=submit]')),
  )
  const contradictions = document.querySelectorAll(
    ':disabled[aria-disabled=false], :is([type=time], [type=date], [type=number])[maxlength]',
  )
  return [...forms, ...contradictions].map(({ outerHTML }) => `form: ${outerHTML.slice(0, 200)}`)
}

/** Returns violations of WCAG 2.2 AA and of axe's best practices, one line each, including those in frames. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe)
  const formFaults = await page.evaluate(findFormFaults)
  const violations = await page.evaluate(async (runOnly) => {
    // The function waits until notices have faded in, because their contrast is too low until then. `finished` rejects when
    // a notice is dismissed.
    const notices = [...document.querySelectorAll('.notice')]
    await Promise.allSettled(notices.flatMap((notice) => notice.getAnimations()).map((each) => each.finished))
    // The function hides the fixed bars: axe would report an element that a bar half covers as too small, although
    // scrolling uncovers it.
    const bars = document.querySelectorAll<HTMLElement>(
      '.admin-bar, .admin :is(.tabs, .beside-tabs, .action-bar)',
    )
    for (const bar of bars) bar.style.position = 'static'
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      runOnly,
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
    for (const bar of bars) bar.style.position = ''
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, AXE_TAGS)
  return [...violations, ...formFaults]
}

/**
 * Opens the command menu. The keys are pressed until it is open: React handles them only a moment after it draws the
 * heading, and the menu is a file that loads on first use.
 */
export async function openCommandMenu(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Ir a…' }).getByRole('combobox')).toBeFocused({
      timeout: 2_000,
    })
  }).toPass()
}

/** Shows the filters of a list. Wide screens always show them. */
export async function openFilters(page: Page): Promise<void> {
  await expect(page.getByRole('searchbox')).toBeVisible()
  const button = page.getByRole('button', { name: /^Filtros/ })
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false')
    await button.click()
}
