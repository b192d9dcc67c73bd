/** The first day of a club on a phone, by taps alone: claimed, told who it is, emptied; and the guide that stands beside. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, type Page, test } from '@playwright/test'
import { VARIABLES } from '../../server/env.ts'
import { BUILT_SERVER } from '../../server/process/paths.ts'
import { freePort } from '../support/ports.ts'
import { administrator } from './administrator.ts'
import { expectNotice, faultsOf, open, signIn, takenOver } from './back-office.ts'
import { copyDemo } from './demo.ts'
import { ready } from './visitor.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, actionTimeout: 20_000 })

const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** A club with the demo and without administrators, and the link with which one claims it. */
async function openUnclaimed() {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-first-'))
  await copyDemo(dataDir)
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of VARIABLES) delete env[name]
  const port = await freePort()
  const server = spawn(process.execPath, [BUILT_SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  let claim = ''
  for await (const line of createInterface({ input: server.stdout })) {
    claim = /http:\/\/\S+\/login#\S+/.exec(line)?.[0] ?? ''
    if (claim !== '') break
  }
  server.stdout.resume()
  return {
    claim,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

test('a club is claimed, says who it is in five steps, and begins empty', async ({ page }) => {
  const { claim, origin, close } = await openUnclaimed()
  try {
    await page.goto(claim)
    await takenOver(page)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Contraseña').fill(administrator.password)
    await button(page, 'Reclamá el club').tap()
    await title(page, 'Primer día')
    await expect(page.getByRole('listitem').filter({ hasText: 'Nombre' }).first()).toContainText('Pulso')
    expect(await faultsOf(page)).toEqual([])

    // It can be left, and found again.
    await link(page, 'Ahora no').tap()
    await title(page, 'Administración')
    await expect(page.getByRole('region', { name: 'Lo que falta' })).toContainText(
      'El nombre es el que viene',
    )
    await link(page, 'Primer día').tap()
    await link(page, 'Empezar').tap()

    await title(page, 'Nombre')
    await page.getByLabel('Nombre del club').fill('Galpón Ñandú')
    await page.getByLabel('Ciudad').fill('Rosario')
    await page.getByLabel('Barrio (opcional)').fill('')
    await page.setViewportSize({ width: 390, height: 4000 })
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Guardar cambios').tap()
    await expectNotice(page, 'Actualizado')

    await title(page, 'Dirección')
    await link(page, 'Anterior').tap()
    await title(page, 'Nombre')
    await expect(page.getByLabel('Nombre del club')).toHaveValue('Galpón Ñandú')
    await link(page, 'Saltar').tap()
    await title(page, 'Dirección')
    await page.getByLabel('Calle y número').fill('Mitre 750')
    await page.getByLabel('Código postal y ciudad').fill('S2000 Rosario')
    await button(page, 'Guardar cambios').tap()

    await title(page, 'Enlaces')
    await page.getByLabel('Instagram (opcional)').fill('javascript:alert(1)')
    await button(page, 'Guardar cambios').tap()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
    await page.getByLabel('Instagram (opcional)').fill('@galponnandu')
    await button(page, 'Guardar cambios').tap()

    await title(page, 'La frase y los lemas')
    await page.getByLabel('Quién lo fundó (opcional)').fill('Rita')
    await button(page, 'Guardar cambios').tap()

    await title(page, 'Foto o film')
    expect(await faultsOf(page)).toEqual([])
    await link(page, 'Seguir con los que vienen').tap()

    await title(page, 'El ejemplo')
    const status = page.getByRole('main').getByRole('status')
    await expect(status).toHaveText(
      /^Hay \d\d cosas de ejemplo\. Historia e Hitos cuentan las del club de ejemplo\.$/,
    )
    expect(await faultsOf(page)).toEqual([])
    await button(page, 'Empezar con el club vacío').tap()
    await expect(status).toHaveText(
      /^Hay \d\d cosas en la papelera\. Historia e Hitos esperan las de ustedes\.$/,
    )
    await expect(status).toBeFocused()
    await button(page, 'Deshacer').tap()
    await expect(status).toHaveText(
      /^Hay \d\d cosas de ejemplo\. Historia e Hitos cuentan las del club de ejemplo\.$/,
    )
    await button(page, 'Empezar con el club vacío').tap()
    await expect(status).toHaveText(/papelera/)
    await link(page, 'Listo').tap()

    await title(page, 'Primer día')
    await expect(page.getByText('Galpón Ñandú · Rosario')).toBeVisible()
    await link(page, 'Ver el sitio').tap()
    await expect(page).toHaveURL(`${origin}/`)
    await ready(page)
    await expect(page.getByText('Rita', { exact: true })).toBeAttached()
    expect((await (await page.request.get(`${origin}/api/events`)).json()).data).toEqual([])

    // What is left is still told, until one has enough of it.
    await page.goto(`${origin}/admin`)
    const missing = page.getByRole('region', { name: 'Lo que falta' })
    await expect(missing).toContainText('No hay ninguna noche por venir.')
    await expect(missing).not.toContainText('El nombre')
    expect(await faultsOf(page)).toEqual([])
    await button(page, 'No mostrar más').tap()
    await expect(missing).toHaveCount(0)
    await page.reload()
    await expect(link(page, 'Papelera')).toBeVisible()
    await expect(missing).toHaveCount(0)
  } finally {
    await close()
  }
})

test('the guide is found from a screen, searched and linked to', async ({ page }) => {
  await signIn(page)
  await open(page, '/admin/trash')
  await link(page, 'Ayuda').tap()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(heading('Borrar, y arrepentirse')).toBeInViewport()
  await expect(heading('Borrar, y arrepentirse')).toBeFocused()
  await page.goto('/admin/guia')
  await title(page, 'Guía')
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByRole('searchbox').fill('CODIGO qr')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 parte')
  await expect(heading('Tu cuenta y el segundo factor')).toBeVisible()
  await expect(heading('Usuarios')).toBeHidden()
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByText('Nada de la guía dice eso.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('navigation', { name: 'Contenido' }).getByRole('link', { name: 'Usuarios' }).tap()
  await expect(page).toHaveURL(/#usuarios$/)
  await expect(heading('Usuarios')).toBeInViewport()

  // From outside, with an accent; its pictures come from the build.
  await page.goto('/admin/guia#historial-quién-hizo-qué')
  await expect(heading('Historial: quién hizo qué')).toBeInViewport()
  const picture = page.getByRole('img', { name: /^El menú de la administración/ })
  const answer = await page.request.get((await picture.getAttribute('src')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
})
