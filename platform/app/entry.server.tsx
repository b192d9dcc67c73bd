/** Server entry of the pages: their routes and their renderer. */
import { createRenderer } from '../pages/render-page.tsx'
import { routes } from './routes.ts'

export { routes }
export const renderPage = createRenderer(routes)
