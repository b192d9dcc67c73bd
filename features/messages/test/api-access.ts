/** The routes of the API of this feature, and the dearest request of each that answers without a session. */
import type { Requests } from '../../../test/support/anonymous-requests.ts'

export const accessTable = [
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
]

export const createAnonymousRequests = (): Requests => ({
  'POST /mail/sendMail': () => ({
    method: 'POST',
    path: '/api/mail/sendMail',
    body: { person: 'Ana', from: 'ana@club.example', body: 'Hola' },
  }),
  '/contact, form': () => ({
    method: 'POST',
    path: '/contact',
    form: { person: 'Ana', from: 'x', body: '' },
  }),
})
