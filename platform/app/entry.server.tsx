/** Server entry of the pages: their routes and their renderer. */
import { listStyleFiles } from '../pages/delivery/later-styles.tsx'
import { createRenderer } from '../pages/render-page.tsx'
import { routes } from './routes.ts'

export { routes }
export const renderPage = createRenderer(routes)
/** Read by scripts/build-site.mjs. */
export const listPageStyleFiles = () => listStyleFiles(routes)
