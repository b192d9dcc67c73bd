/**
 * Reveals names letter by letter when they scroll into view. Only this file sets `data-waiting` and `data-set`.
 * platform/site-layout/components/fitted-text.css has the animation.
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
    // Starts when the name is 12 % above the bottom of the screen, because visitors do not look at the edge.
    { rootMargin: '0px 0px -12%' },
  )
  for (const name of element.querySelectorAll('.wall-set')) screen.observe(name)
  signal.addEventListener('abort', () => screen.disconnect())
}
