/** What stands around every public page. */
import './site.css'
import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export default function Shell() {
  return (
    <>
      <Header />
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
