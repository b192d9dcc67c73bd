/** Makes buttons with `data-sign-out` (Cerrar Sesión) end the session. */

import { call } from '../../api/client/call.ts'
import { writeStored } from '../../api/client/root-state.ts'
import { USER_STORAGE_KEY } from '../../shared/limits.ts'
import { notify } from '../../ui/notify.ts'
import { closest } from './page-events.ts'

const FAILED = 'No pudimos cerrar la sesión. Probá de nuevo en un momento.'

async function signOut(): Promise<void> {
  const answer = await call('POST', '/auth/logout')
  // The stored user is removed only after the server has ended the session.
  if (!answer.ok) return notify({ title: 'Oops...', text: FAILED })
  writeStored(USER_STORAGE_KEY, null)
  location.assign('/login')
}

export function enhanceSignOut(): void {
  addEventListener('click', (event) => {
    if (closest(event, '[data-sign-out]')) signOut()
  })
}
