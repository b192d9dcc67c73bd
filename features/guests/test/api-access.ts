/** The routes of the API of this feature, and the dearest request of each that answers without a session. */
import type { RequestedItems, Requests } from '../../../test/support/anonymous-requests.ts'

export const accessTable = [
  'GET /events/{id}/lists administrator',
  'POST /events/{id}/lists administrator',
  'PUT /lists/{id} administrator',
  'DELETE /lists/{id} administrator',
  'GET /lists/{id}/guests administrator',
  'POST /lists/{id}/guests administrator',
  'POST /lists/{id}/guests/preview administrator',
  'PUT /guests/{id} administrator',
  'DELETE /guests/{id} administrator',
  'POST /lists/{id}/link administrator',
  'DELETE /lists/{id}/link administrator',
  'GET /guest-links/{token}',
  'POST /guest-links/{token}',
  'POST /guest-links/{token}/preview',
  'DELETE /guest-links/{token}/guests/{id}',
  'POST /events/{id}/guests',
  'POST /events/{id}/door administrator',
  'GET /events/{id}/door administrator',
  'DELETE /events/{id}/door administrator',
  'DELETE /events/{id}/door/devices/{device} administrator',
  'POST /events/{id}/door/devices/{device}/late administrator',
  'PUT /events/{id}/door/prices administrator',
  'POST /door/sessions',
  'GET /door',
  'GET /door/entries',
  'POST /door/entries',
  'GET /events/{id}/door/summary administrator',
  'GET /events/{id}/door/summary.csv administrator',
  'GET /events/{id}/door/guests.csv administrator',
  'GET /lists/settings administrator',
  'PUT /lists/settings administrator',
]

export const createAnonymousRequests = ({ night, guest, link }: RequestedItems): Requests => ({
  'GET /guest-links/{token}': () => ({ path: `/api/guest-links/${link}` }),
  'POST /guest-links/{token}': (turn) => ({
    method: 'POST',
    path: `/api/guest-links/${link}`,
    body: { text: `Beto ${turn} ${'+1 '.repeat(60)}` },
  }),
  'POST /guest-links/{token}/preview': (turn) => ({
    method: 'POST',
    path: `/api/guest-links/${link}/preview`,
    body: { text: `${turn}. Ana y su novio +1 (pagó)\n`.repeat(1_000) },
  }),
  'DELETE /guest-links/{token}/guests/{id}': () => ({
    method: 'DELETE',
    path: `/api/guest-links/${link}/guests/${guest}`,
  }),
  'POST /events/{id}/guests': (turn) => ({
    method: 'POST',
    path: `/api/events/${night}/guests`,
    body: { name: `Carla ${turn}`, companions: 1 },
  }),
  'POST /door/sessions': () => ({
    method: 'POST',
    path: '/api/door/sessions',
    body: { token: 'x'.repeat(43), pin: '123456', device: 'Caja' },
  }),
  'GET /door/entries': () => ({ path: '/api/door/entries?after=0' }),
  'POST /door/entries': () => ({
    method: 'POST',
    path: '/api/door/entries',
    body: { sentAt: new Date().toISOString(), entries: [] },
  }),
  '/lista/{token}': () => ({ path: `/lista/${link}` }),
  '/lista/{token}, form': (turn) => ({
    method: 'POST',
    path: `/lista/${link}`,
    form: { intent: 'add', name: `Dora ${turn}`, companions: '0' },
  }),
  '/anotarse/{night}': () => ({ path: `/anotarse/${night}` }),
  '/anotarse/{night}, form': () => ({ method: 'POST', path: `/anotarse/${night}`, form: { name: '' } }),
  '/anotado/{token}': (turn) => ({ path: `/anotado/${'x'.repeat(40)}${turn}` }),
})
