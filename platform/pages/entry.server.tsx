/** The site as the server uses it. */
import { createRenderer } from './render-page.tsx'
import { routes } from './routes.ts'

export { routes }
export const renderPage = createRenderer(routes)
