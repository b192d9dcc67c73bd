/** The API routes and their access rules, written by hand. A test compares the server's routes with this table. */
import { getDeclaration, resourceNames } from '../../platform/content/shared/resources.ts'
import { settingsNames } from '../../platform/settings/shared/settings-names.ts'

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
  'POST /mail/sendMail',
  'GET /messages administrator',
  'PUT /messages administrator',
  'POST /messages/batch/delete administrator',
  'GET /messages/export.csv administrator',
  'GET /messages/templates administrator',
  'PUT /messages/templates administrator',
  'GET /messages/summary administrator',
  'GET /messages/settings administrator',
  'PUT /messages/settings administrator',
  'GET /messages/{id} administrator',
  'PUT /messages/{id} administrator',
  'DELETE /messages/{id} administrator',
  'POST /messages/{id}/resend administrator',
  'POST /messages/{id}/answers administrator',
  'POST /messages/{id}/answers/{answer}/resend administrator',
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
  'GET /events/{id}/lists administrator',
  'POST /events/{id}/lists administrator',
  'PUT /lists/{id} administrator',
  'DELETE /lists/{id} administrator',
  'GET /lists/{id}/guests administrator',
  'POST /lists/{id}/guests administrator',
  'PUT /guests/{id} administrator',
  'DELETE /guests/{id} administrator',
  'POST /lists/{id}/link administrator',
  'DELETE /lists/{id}/link administrator',
  'GET /guest-links/{token}',
  'POST /guest-links/{token}',
  'DELETE /guest-links/{token}/guests/{id}',
  'POST /events/{id}/guests',
  'POST /events/{id}/door administrator',
  'GET /events/{id}/door administrator',
  'DELETE /events/{id}/door administrator',
  'DELETE /events/{id}/door/devices/{device} administrator',
  'POST /events/{id}/door/devices/{device}/late administrator',
  'POST /door/sessions',
  'GET /door',
  'GET /door/entries',
  'POST /door/entries',
  'GET /events/{id}/door/summary administrator',
  'GET /events/{id}/door/summary.csv administrator',
  'GET /events/{id}/door/guests.csv administrator',
  'GET /lists/settings administrator',
  'PUT /lists/settings administrator',
  'GET /health',
  'GET /health/club',
  'GET /live',
  'GET /metrics token',
  'GET /openapi.json',
  'GET /docs',
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
