/** The document around every page. */
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import enhance from 'virtual:enhance'
import { useContext, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { icons } from '../club/icons.ts'
import { languageOf } from '../contract/languages.ts'
import { MANIFEST_PATH } from '../contract/share.ts'
import type { Route } from './+types/root'
import { StartFailed, WatchStart } from './client/start-failure.tsx'
import { useClubIfAny } from './club-words.ts'
import { readerContext, siteContext } from './context.ts'
import { HYDRATED_ATTRIBUTE, HYDRATED_EVENT } from './enhance/names.ts'
import { PageDelivery } from './page-delivery.ts'
import { useLanguage } from './site/language.ts'
import { Fallback } from './site/layout/fallback.tsx'
import { speculationRules } from './site/layout/speculation.ts'
import { Notices } from './ui/notices.tsx'
import { clubWords } from './words-of-site.ts'

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const site = await context.get(readerContext).site()
  return { ...context.get(siteContext), club: clubWords(site, languageOf(new URL(request.url).pathname)) }
}

/** The origin does not change while a visitor is here; without this every navigation would ask the server for it. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ error }) =>
  error ? [{ title: 'Unexpected Application Error!' }] : []

export function Layout({ children }: { children: React.ReactNode }) {
  const { hydrates, isEmbed, styles, nonce } = useContext(PageDelivery)
  const data = useRouteLoaderData<typeof loader>('root')
  const isPreview = Boolean(data?.preview)
  const language = useLanguage()
  const look = useClubIfAny()?.look.rule ?? ''
  return (
    // enhance/root-state.ts writes attributes on <html> before React hydrates it.
    <html lang={language === 'es' ? 'es-AR' : language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {hydrates && <WatchStart />}
        <meta name="theme-color" content="#0b0b0c" />
        <link rel="icon" href={icons.svg} type="image/svg+xml" />
        <link rel="icon" href={icons.ico} sizes="48x48" />
        <link rel="apple-touch-icon" href={icons.appleTouch} />
        <link rel="manifest" href={MANIFEST_PATH} />
        <Meta />
        {isPreview && <meta name="robots" content="noindex" />}
        {styles === null ? (
          <Links />
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets, hashed for the CSP
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles + look }} />
        )}
        {styles === null && look !== '' && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a colour and a number, hashed for the CSP
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: look }} />
        )}
        {/* What it brings to life is there without it: type and pictures come first. */}
        {!isEmbed && <script type="module" src={enhance} fetchPriority="low" />}
        {!hydrates && !isPreview && !isEmbed && (
          <script type="speculationrules" nonce={nonce}>
            {speculationRules}
          </script>
        )}
      </head>
      <body>
        {children}
        {!isEmbed && <Notices />}
        {hydrates && (
          <>
            <StartFailed />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(() => {
    document.documentElement.toggleAttribute(HYDRATED_ATTRIBUTE, true)
    document.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return <Outlet />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <Fallback error={error} />
