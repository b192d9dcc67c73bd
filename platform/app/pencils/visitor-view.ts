/** The button that shows a page without pencils, as visitors see it. It holds for the tab, also on the next pages. */
import { chooseLanguage } from '../../ui/choose-language.ts'

const STORAGE_KEY = 'as-visitor'

/** Adds the button at the foot of the page. Calls `showPencils` now, unless it is pressed, and when it is released. */
export function addVisitorView(showPencils: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'visitor-view'
  button.textContent = chooseLanguage('Ver como visitante', 'View as a visitor')
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
  // The bar has no room for it with large text.
  document.querySelector('.foot-note .signed-in')?.after(' ', button)
  show(sessionStorage.getItem(STORAGE_KEY) === 'true')
}
