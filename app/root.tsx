/** The document around every page. */
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { icons } from '../club/icons.ts'
import { MANIFEST_PATH } from '../contract/share.ts'
import type { Route } from './+types/root'
import { siteContext } from './context.ts'
import early from './enhance/main.ts?script'
import { ALIVE_EVENT, SIGN_OUT_FAILED, SIGN_OUT_FAILED_EVENT } from './enhance/names.ts'
import { Fallback } from './site/layout/fallback.tsx'
import { Notices, notify } from './ui/notices.tsx'

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext)

/** The origin does not change while a visitor is here; without this every navigation would ask the server for it. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ error }) =>
  error ? [{ title: 'Unexpected Application Error!' }] : []

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    // early/main.ts writes attributes on <html> before React arrives.
    <html lang="es-AR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0b0c" />
        <link rel="icon" href={icons.svg} type="image/svg+xml" />
        <link rel="icon" href={icons.ico} sizes="48x48" />
        <link rel="apple-touch-icon" href={icons.appleTouch} />
        <link rel="manifest" href={MANIFEST_PATH} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own source, hashed for the CSP */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: early }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Notices />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(() => {
    const tell = () => notify({ title: 'Oops...', text: SIGN_OUT_FAILED })
    document.addEventListener(SIGN_OUT_FAILED_EVENT, tell)
    // Effects run from the inside out: everything else is alive by now.
    document.dispatchEvent(new Event(ALIVE_EVENT))
    return () => document.removeEventListener(SIGN_OUT_FAILED_EVENT, tell)
  }, [])
  return <Outlet />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <Fallback error={error} />
