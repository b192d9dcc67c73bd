/**
 * The Content-Security-Policy in a real browser: it allows the renderer's own elements and blocks stored scripts and
 * styles.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import { newsPath } from '../../platform/shared/public-paths.ts'
import { administrator } from './administrator.ts'
import { createSmallPicture, toDataUrl } from './back-office-helpers.ts'
import { postTo } from './club-api.ts'
import { type ConsoleMessage, expect, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'
import { startSecondClub } from './second-club.ts'

const STORED = `<p>texto</p><script>document.title = 'ran'</script>
<script type="speculationrules">{"prefetch":[{"urls":["/history?leaked"],"eagerness":"immediate"}]}</script>
<style>.policy-bait{color:rgb(1,2,3)}</style><p class="policy-bait" style="color:rgb(1,2,3)" onclick="document.title='ran'">cebo</p>`

test('blocks scripts and styles stored without the sanitiser, and runs those of the page', async ({
  page,
  browser,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-policy-'))
  const club = await startSecondClub({ DATA_DIR: dataDir, DEMO: '0' })
  try {
    await postTo(page, `${club.origin}/api/auth/login`, administrator)
    await postTo(page, `${club.origin}/api/news`, {
      newsTitle: 'Con veneno',
      photo: toDataUrl(await createSmallPicture('#c33')),
      date: '2026-11-20',
      newsDescription: 'Una línea.',
      newsBody: '<p>texto</p>',
    })
    // The connection waits for locks, because the club also writes to this database.
    const database = new DatabaseSync(getSqlitePath(dataDir), { timeout: 20_000 })
    database.prepare('update "news" set "newsBody" = ?').run(STORED)
    database.close()

    const refused: string[] = []
    const prefetched: string[] = []
    const collect = (message: ConsoleMessage) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text())
    }
    page.on('console', collect)
    page.on('request', (request) => prefetched.push(request.url()))
    await page.goto(club.origin + newsPath('Con-veneno'))
    await waitUntilReady(page)
    const bait = page.locator('.policy-bait')
    await bait.click()
    await expect(page).not.toHaveTitle('ran')
    await expect(bait).not.toHaveCSS('color', 'rgb(1, 2, 3)')
    // The style sheet applies and the stored text is visible, so the page loaded. Only the policy can have blocked the
    // stored script.
    await expect(page.locator('body')).toHaveCSS('margin', '0px')
    await expect(bait).toHaveCount(1)
    for (const pattern of [/inline script/, /inline speculation rules/, /inline style/, /event handler/])
      await expect.poll(() => refused.some((text) => pattern.test(text)), String(pattern)).toBe(true)
    expect(prefetched.filter((url) => url.includes('leaked'))).toEqual([])

    // The policy blocks none of the renderer's own elements, on public pages and on React screens. The demo club is used
    // because it has content of every kind.
    const visitor = await browser.newPage()
    visitor.on('console', collect)
    for (const [viewer, address] of [
      [visitor, '/'],
      [visitor, '/fechas'],
      [visitor, '/contact'],
      [visitor, '/login'],
      [page, `${club.origin}/admin`],
    ] as const) {
      refused.length = 0
      await viewer.goto(address)
      await waitUntilReady(viewer)
      expect(refused, address).toEqual([])
    }
  } finally {
    await club.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
