/** The API routes and their access rules, written by hand. A test compares the server's routes with this table. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { getDeclaration, resourceNames } from '../../platform/content/shared/resources.ts'
import { settingsNames } from '../../platform/settings/shared/settings-names.ts'

const root = join(import.meta.dirname, '../..')

const content = (name: string) => [
  `GET /${name}`,
  `POST /${name} administrator`,
  `GET /${name}/{id}`,
  `PUT /${name}/{id} administrator`,
  `DELETE /${name}/{id} administrator`,
  `POST /${name}/{id}/preview administrator`,
  `DELETE /${name}/{id}/preview administrator`,
]

const group = (name: string) => [
  `GET /site/${name}`,
  `PUT /site/${name} administrator`,
  `DELETE /site/${name} administrator`,
  `POST /site/${name}/preview administrator`,
]

/** `accessTable` of each `features/<feature>/test/api-access.ts`. */
const tablesOfFeatures = await Promise.all(
  globSync('features/*/test/api-access.ts', { cwd: root }).map(
    async (file): Promise<readonly string[]> => (await import(join(root, file))).accessTable,
  ),
)

const table = [
  ...resourceNames.flatMap(content),
  'GET /news/title/{title}',
  'POST /events/{id}/page administrator',
  'POST /news/{id}/page administrator',
  ...resourceNames
    .filter((name) => getDeclaration(name).ordered)
    .flatMap((name) => [`GET /order/${name} administrator`, `PUT /order/${name} administrator`]),
  'GET /site',
  ...settingsNames.flatMap(group),
  'POST /site/film administrator',
  'POST /media administrator',
  'GET /pictures administrator',
  'GET /media/audio/{key} administrator',
  'PUT /media/audio/{key} administrator',
  'DELETE /media/audio/{key} administrator',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/link',
  'POST /auth/claim',
  'POST /auth/forgot',
  'POST /auth/reset',
  'GET /auth/sessions administrator before-second-factor',
  'DELETE /auth/sessions administrator before-second-factor',
  'DELETE /auth/sessions/{id} administrator before-second-factor',
  'GET /auth/totp administrator before-second-factor',
  'POST /auth/totp administrator before-second-factor',
  'PUT /auth/totp administrator before-second-factor',
  'POST /auth/totp/codes administrator before-second-factor',
  'POST /auth/totp/off administrator before-second-factor',
  'GET /admin administrator',
  'GET /admin/{id} administrator own-before-second-factor',
  'POST /admin',
  'PUT /admin/{id} administrator own-before-second-factor',
  'DELETE /admin/{id} administrator',
  'POST /admin/{id}/reset-link administrator',
  'DELETE /admin/{id}/totp administrator',
  'POST /invitations administrator',
  'GET /invitations administrator',
  'DELETE /invitations/{id} administrator',
  'POST /invitations/look',
  'POST /invitations/accept',
  'GET /trash administrator',
  'POST /trash administrator',
  'DELETE /trash administrator',
  'POST /trash/restore administrator',
  'GET /trash/demo administrator',
  'POST /trash/demo administrator',
  'POST /trash/demo/restore administrator',
  'POST /trash/{resource}/{id}/restore administrator',
  'DELETE /trash/{resource}/{id} administrator',
  'GET /history administrator',
  'GET /history/{id} administrator',
  'POST /history/{id}/restore administrator',
  'GET /history/latest/{resource} administrator',
  'GET /first-day administrator',
  'DELETE /first-day administrator',
  'GET /overview administrator',
  'POST /visits',
  'GET /visits administrator',
  'GET /visits/week administrator',
  'POST /clicks',
  'GET /visits/export.csv administrator',
  'GET /health',
  'GET /health/club',
  'GET /live',
  'GET /metrics token',
  'GET /openapi.json',
  'GET /docs',
  ...tablesOfFeatures.flat(),
]

interface AccessRow {
  method: string
  /** A path below `/api`. `{name}` is a parameter. */
  path: string
  /** `token` stands for requests with METRICS_TOKEN. */
  who: 'anyone' | 'administrator' | 'token'
  /**
   * Whether administrators who must set up a second factor first have access. `own` gives access to their own data only.
   */
  withoutSecondFactor: 'no' | 'yes' | 'own'
}

const SECOND_FACTOR_RULES: Record<string, AccessRow['withoutSecondFactor']> = {
  'before-second-factor': 'yes',
  'own-before-second-factor': 'own',
}

export const accessRows = table.map((line): AccessRow => {
  const [method = '', path = '', who = 'anyone', owing = ''] = line.split(' ')
  return {
    method,
    path,
    who: who as AccessRow['who'],
    withoutSecondFactor: SECOND_FACTOR_RULES[owing] ?? 'no',
  }
})
