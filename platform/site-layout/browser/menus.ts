/** Dropdown and burger menu. `data-menu` contains the `data-toggle` button and the menu. Only this file sets `aria-expanded`. */
import { closest } from './custom-elements.ts'

const openToggles = () => document.querySelectorAll<HTMLElement>('[data-toggle][aria-expanded="true"]')

const setOpen = (toggle: Element, open: boolean) => toggle.setAttribute('aria-expanded', String(open))

function closeMenusExcept(target: Element | null): void {
  for (const toggle of openToggles()) {
    if (!target || !toggle.closest('[data-menu]')?.contains(target)) setOpen(toggle, false)
  }
}

export function enhanceMenus(): void {
  // Before this script loads, CSS opens a menu while its button has the focus.
  for (const toggle of document.querySelectorAll('[data-menu]:has([data-toggle]:focus) > [data-toggle]'))
    setOpen(toggle, true)
  addEventListener('click', (event) => {
    const toggle = closest(event, '[data-toggle]')
    closeMenusExcept(closest(event, '[data-menu] a') ? null : closest(event, '*'))
    if (toggle) setOpen(toggle, toggle.getAttribute('aria-expanded') !== 'true')
  })
  // The focus must not move behind an open menu (WCAG 2.4.11).
  addEventListener('focusin', (event) => closeMenusExcept(closest(event, '*')))
  addEventListener('keydown', ({ key }) => {
    const innermost = [...openToggles()].pop()
    if (key !== 'Escape' || !innermost) return
    setOpen(innermost, false)
    innermost.focus()
  })
}
