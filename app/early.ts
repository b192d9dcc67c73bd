/** What has to work before the framework has loaded: menus, Cerrar Sesión, stillness. */
import { USER_STORAGE_KEY } from '../contract/limits.ts'
import { API_BASE } from './call.ts'

/** Local storage key of the visitor's wish that nothing moves; 'paused' or absent. */
const MOTION_STORAGE_KEY = 'motion'
/** Fired on `document` when that wish changes. */
export const MOTION_EVENT = 'motionchange'
/** Fired on `document` when Cerrar Sesión did not succeed; the stored user stays (specification §4). */
export const SIGN_OUT_FAILED_EVENT = 'signoutfailed'

interface Names {
  userKey: string
  motionKey: string
  motionEvent: string
  signOutFailedEvent: string
  logoutUrl: string
}

/**
 * Runs from the head as an inline script (its own source, see `earlyScript`), so nothing from outside may be
 * named here. It alone owns `aria-expanded` of the menus and the attributes of <html>, also after hydration.
 */
function early({ userKey, motionKey, motionEvent, signOutFailedEvent, logoutUrl }: Names) {
  const root = document.documentElement
  root.dataset.js = ''

  // Storage throws where the visitor has forbidden it; the site then just forgets.
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const store = (key: string, value: string | null) => {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {}
  }
  const flag = (name: 'user' | 'motion', value: string | null) => {
    if (value === null) delete root.dataset[name]
    else root.dataset[name] = value
  }
  const readStorage = () => {
    flag('user', stored(userKey) && '')
    flag('motion', stored(motionKey))
  }
  readStorage()
  addEventListener('storage', readStorage)

  // A menu is `data-menu` around its `data-toggle` button and what that opens.
  const openToggles = () => document.querySelectorAll<HTMLElement>('[data-toggle][aria-expanded="true"]')
  const setOpen = (toggle: Element, open: boolean) => toggle.setAttribute('aria-expanded', String(open))
  const closeUnlessAround = (target: Element | null) => {
    for (const toggle of openToggles()) {
      if (!target || !toggle.closest('[data-menu]')?.contains(target)) setOpen(toggle, false)
    }
  }

  const signOut = async () => {
    const answer = await fetch(logoutUrl, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }).catch(() => null)
    if (!answer?.ok) {
      document.dispatchEvent(new Event(signOutFailedEvent))
      return
    }
    store(userKey, null)
    location.assign('/login')
  }

  // A form that is sent before its page has come alive is sent then (see useSending in site/form.tsx).
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-alive="no"]')) return
    event.preventDefault()
    form.dataset.alive = 'asked'
  })
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null
    const pressed = (selector: string) => target?.closest(selector)
    const toggle = pressed('[data-toggle]')
    closeUnlessAround(pressed('[data-menu] a') ? null : target)
    if (toggle) setOpen(toggle, toggle.getAttribute('aria-expanded') !== 'true')
    if (pressed('[data-sign-out]')) signOut()
    if (pressed('[data-motion-toggle]')) {
      const wish = root.dataset.motion ? null : 'paused'
      store(motionKey, wish)
      flag('motion', wish)
      document.dispatchEvent(new Event(motionEvent))
    }
  })
  // Focus must not wander behind an open menu (WCAG 2.4.11).
  document.addEventListener('focusin', (event) => closeUnlessAround(event.target as Element))
  document.addEventListener('keydown', (event) => {
    const innermost = [...openToggles()].pop()
    if (event.key !== 'Escape' || !innermost) return
    setOpen(innermost, false)
    innermost.focus()
  })
}

/** The text of the inline script. The browser's bundle needs none: the script has run by then. */
export const earlyScript = (): string => {
  if (!import.meta.env.SSR) return ''
  const names: Names = {
    userKey: USER_STORAGE_KEY,
    motionKey: MOTION_STORAGE_KEY,
    motionEvent: MOTION_EVENT,
    signOutFailedEvent: SIGN_OUT_FAILED_EVENT,
    logoutUrl: `${API_BASE}/auth/logout`,
  }
  return `(${early})(${JSON.stringify(names).replaceAll('<', '\\u003c')})`
}
