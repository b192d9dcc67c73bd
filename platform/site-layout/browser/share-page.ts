/** Makes the button of components/share-button.tsx share the current page. */
import { sharePage } from '../../ui/share-page.ts'
import type { Connect } from './custom-elements.ts'

export const connectShare: Connect = (element, signal) => {
  const status = element.querySelector('[role=status]')
  element.querySelector('button')?.addEventListener(
    'click',
    async () => {
      const message = await sharePage(element.dataset.title ?? '', location.pathname)
      if (status) status.textContent = message
    },
    { signal },
  )
}
