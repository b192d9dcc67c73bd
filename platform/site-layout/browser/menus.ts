/** Dropdown and burger. A menu is `data-menu` around its `data-toggle` button, whose `aria-expanded` is written here only, and what that opens. */
import { closest } from './custom-elements.ts'

const openToggles = () => document.querySelectorAll<HTMLElement>('[data-toggle][aria-expanded="true"]')

const setOpen = (toggle: Element, open: boolean) => toggle.setAttribute('aria-expanded', String(open))

function closeUnlessAround(target: Element | null): void {
  for (const toggle of openToggles()) {
    if (!target || !toggle.closest('[data-menu]')?.contains(target)) setOpen(toggle, false)
  }
}

export function enhanceMenus(): void {
  // What was pressed before this script was here the style sheet has opened, for as long as it has the focus.
  for (const toggle of document.querySelectorAll('[data-menu]:has([data-toggle]:focus) > [data-toggle]'))
    setOpen(toggle, true)
  addEventListener('click', (event) => {
    const toggle = closest(event, '[data-toggle]')
    closeUnlessAround(closest(event, '[data-menu] a') ? null : closest(event, '*'))
    if (toggle) setOpen(toggle, toggle.getAttribute('aria-expanded') !== 'true')
  })
  // Focus must not wander behind an open menu (WCAG 2.4.11).
  addEventListener('focusin', (event) => closeUnlessAround(closest(event, '*')))
  addEventListener('keydown', ({ key }) => {
    const innermost = [...openToggles()].pop()
    if (key !== 'Escape' || !innermost) return
    setOpen(innermost, false)
    innermost.focus()
  })
}
