/** Cerrar Sesión, and who the page believes is signed in. */
import { USER_STORAGE_KEY } from '../../contract/limits.ts'
import { API_BASE } from '../client/call.ts'
import { closest, hear } from './elements.ts'
import { bringFramework } from './framework.ts'
import { SIGN_OUT_FAILED, SIGN_OUT_FAILED_EVENT } from './names.ts'
import { reflect, store } from './storage.ts'

async function signOut(): Promise<void> {
  const answer = await fetch(`${API_BASE}/auth/logout`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  if (answer?.ok) {
    store(USER_STORAGE_KEY, null)
    location.assign('/login')
    return
  }
  // Notices are the framework's.
  if (await bringFramework()) document.dispatchEvent(new Event(SIGN_OUT_FAILED_EVENT))
  else alert(SIGN_OUT_FAILED)
}

export function liveSignOut(): void {
  reflect('user', USER_STORAGE_KEY)
  hear('click', (event) => {
    if (closest(event, '[data-sign-out]')) signOut()
  })
}
