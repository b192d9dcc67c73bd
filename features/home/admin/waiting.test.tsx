import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { guidePath } from '../../../platform/admin-layout/paths.ts'
import { localizeClubSettings } from '../../../platform/pages/localize-club-settings.ts'
import { conditions } from '../../../platform/shared/health-conditions.ts'
import { createSiteSettings } from '../../../test/support/site-settings.ts'
import type { Overview } from '../shared/overview.ts'
import { UnreadMessages } from './waiting.tsx'

const nothing = { items: [], total: 0 }
const calm: Overview = {
  night: null,
  laterNights: 0,
  registrations: 0,
  messages: [],
  drafts: nothing,
  scheduled: nothing,
  warnings: [],
  changes: [],
  summary: { unread: 0, unanswered: 0, mail: { delivers: true, pending: 0, failed: 0 }, missing: [] },
  visits: { count: 0, before: 0, isCounting: false },
}

function shown(overview: Partial<Overview>): string {
  const root = { club: localizeClubSettings(createSiteSettings(), 'es') }
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '*',
        loader: () => root,
        element: <UnreadMessages overview={{ ...calm, ...overview }} />,
      },
    ],
    { hydrationData: { loaderData: { root } }, initialEntries: ['/admin'] },
  )
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

const warnings = conditions.filter((condition) => condition !== 'mail')

test('the home screen shows a line with a link for each warning', () => {
  const html = shown({ warnings: [...warnings] })
  expect(html.split('data-problem').length - 1).toBe(warnings.length)
  expect(html.split(`href="${guidePath('avisos')}"`).length - 1).toBe(warnings.length)
  for (const words of [
    'La última copia de seguridad es vieja',
    'Queda poco lugar en el disco',
    'No se renovó el certificado del sitio',
    'El reloj de la máquina está mal',
    'Ningún proceso hace las copias ni la limpieza',
    'La base de datos está dañada',
    'El sitio contesta con errores',
  ])
    expect(html).toContain(words)
  expect(html).not.toContain('Nada espera')
})

test('the home screen shows no line without a warning', () => {
  expect(shown({})).toContain('Nada espera')
  expect(shown({})).not.toContain('data-problem')
})
