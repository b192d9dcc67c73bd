/** Opens and closes the dropdown and the burger menu. An element with `data-menu` contains the button (`data-toggle`) and the menu. Only this file sets `aria-expanded`. */
import { closest } from './custom-elements.ts'

const openToggles = () => document.querySelectorAll<HTMLElement>('[data-toggle][aria-expanded="true"]')

const setOpen = (toggle: Element, open: boolean) => toggle.setAttribute('aria-expanded', String(open))

function closeMenusExcept(target: Element | null): void {
  for (const toggle of openToggles()) {
    if (!target || !toggle.closest('[data-menu]')?.contains(target)) setOpen(toggle, false)
  }
}

export function enhanceMenus(): void {
  // CSS has opened a menu whose button got the focus before this script loaded. It must stay open.
  for (const toggle of document.querySelectorAll('[data-menu]:has([data-toggle]:focus) > [data-toggle]'))
    setOpen(toggle, true)
  addEventListener('click', (event) => {
    const toggle = closest(event, '[data-toggle]')
    closeMenusExcept(closest(event, '[data-menu] a') ? null : closest(event, '*'))
    if (toggle) setOpen(toggle, toggle.getAttribute('aria-expanded') !== 'true')
  })
  // Closes a menu when the focus leaves it, so that the focus is never behind an open menu (WCAG 2.4.11).
  addEventListener('focusin', (event) => closeMenusExcept(closest(event, '*')))
  addEventListener('keydown', ({ key }) => {
    const innermost = [...openToggles()].pop()
    if (key !== 'Escape' || !innermost) return
    setOpen(innermost, false)
    innermost.focus()
  })
}
