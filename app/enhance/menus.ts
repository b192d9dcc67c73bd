/**
 * Dropdown and burger. A menu is `data-menu` around its `data-toggle` button and what that opens. `aria-expanded`
 * belongs to this file alone, also after the framework has come.
 */
import { closest, hear } from './elements.ts'

const openToggles = () => document.querySelectorAll<HTMLElement>('[data-toggle][aria-expanded="true"]')

const setOpen = (toggle: Element, open: boolean) => toggle.setAttribute('aria-expanded', String(open))

function closeUnlessAround(target: Element | null): void {
  for (const toggle of openToggles()) {
    if (!target || !toggle.closest('[data-menu]')?.contains(target)) setOpen(toggle, false)
  }
}

export function liveMenus(): void {
  hear('click', (event) => {
    const toggle = closest(event, '[data-toggle]')
    closeUnlessAround(closest(event, '[data-menu] a') ? null : closest(event, '*'))
    if (toggle) setOpen(toggle, toggle.getAttribute('aria-expanded') !== 'true')
  })
  // Focus must not wander behind an open menu (WCAG 2.4.11).
  hear('focusin', (event) => closeUnlessAround(closest(event, '*')))
  hear('keydown', ({ key }) => {
    const innermost = [...openToggles()].pop()
    if (key !== 'Escape' || !innermost) return
    setOpen(innermost, false)
    innermost.focus()
  })
}
