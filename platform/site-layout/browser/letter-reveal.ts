/**
 * Names that are set letter by letter as they come up: those that are still below the screen wait for it. `data-waiting`
 * and `data-set` belong to this file alone (see parts/fitted-text.css).
 */
import type { Connect } from './custom-elements.ts'

export const connectLetters: Connect = (element, signal) => {
  const screen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) target.toggleAttribute('data-waiting', true)
        else {
          target.toggleAttribute('data-set', target.hasAttribute('data-waiting'))
          target.removeAttribute('data-waiting')
          screen.unobserve(target)
        }
      }
    },
    // Not at the very edge, where nobody looks yet.
    { rootMargin: '0px 0px -12%' },
  )
  for (const name of element.querySelectorAll('.wall-set')) screen.observe(name)
  signal.addEventListener('abort', () => screen.disconnect())
}
