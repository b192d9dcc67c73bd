import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ClientInstrumentation } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { GOING_KEY } from './enhance/names.ts'

/**
 * Keeps where a click leads to until it has led there (see early/detour.ts), and tells style sheets that one goes from
 * page to page (see site/site.css).
 */
const navigation: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      async navigate(navigate, { to }) {
        document.documentElement.dataset.navigated = ''
        if (typeof to !== 'string') {
          await navigate()
          return
        }
        const going = new URL(to, location.href).href
        try {
          sessionStorage.setItem(GOING_KEY, going)
          await navigate()
          // Another click may have led elsewhere meanwhile.
          if (sessionStorage.getItem(GOING_KEY) === going) sessionStorage.removeItem(GOING_KEY)
        } catch {}
      },
    })
  },
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[navigation]} />
    </StrictMode>,
  )
})
