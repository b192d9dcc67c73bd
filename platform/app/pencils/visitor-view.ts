/** The button that shows a page without pencils, as visitors see it. It holds for the tab, also on the next pages. */
import { chooseLanguage } from '../../ui/choose-language.ts'

const STORAGE_KEY = 'as-visitor'

/** Adds the button after the link that edits the page. Calls `showPencils` now, unless it is pressed, and when it is released. */
export function addVisitorView(editLink: HTMLAnchorElement, showPencils: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'bar-icon visitor-view signed-in'
  const words = chooseLanguage('Ver como visitante', 'View as a visitor')
  button.ariaLabel = words
  button.title = words
  button.innerHTML =
    '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M2 12q10-14 20 0q-10 14-20 0z"/><circle cx="12" cy="12" r="3"/></svg>'
  const show = (isVisitor: boolean) => {
    document.documentElement.toggleAttribute('data-as-visitor', isVisitor)
    button.ariaPressed = String(isVisitor)
    if (!isVisitor) showPencils()
  }
  button.addEventListener('click', () => {
    const isVisitor = button.ariaPressed === 'false'
    sessionStorage.setItem(STORAGE_KEY, String(isVisitor))
    show(isVisitor)
  })
  editLink.after(button)
  show(sessionStorage.getItem(STORAGE_KEY) === 'true')
}
