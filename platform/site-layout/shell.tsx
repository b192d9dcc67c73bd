/** What stands around every public page. */
import './site.css'
import { Outlet, useRouteLoaderData } from 'react-router'
import { ROOT_ID } from '../pages/root-id.ts'
import type { loader } from '../pages/root-loader.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Notice } from './notice.tsx'
import { PreviewBanner } from './preview-banner.tsx'

export default function Shell() {
  const preview = useRouteLoaderData<typeof loader>(ROOT_ID)?.preview
  return (
    <>
      <Notice />
      <Header />
      {preview && <PreviewBanner {...preview} />}
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
