/** The root route and the document around every page, on the server and in the browser. */
import '../ui/tokens.css'
import '../ui/fonts.css'
import '../ui/base.css'
import { useContext, useEffect } from 'react'
import { Outlet, ScrollRestoration, useRouteError, useRouteLoaderData } from 'react-router'
import { icons } from '../../club/icons.ts'
import { scrollKey } from '../api/client/scroll-key.ts'
import { ROOT_ID, useOptionalClub } from '../pages/club-settings.ts'
import { LoadingFailureBox, LoadingFailureScript } from '../pages/delivery/loading-failure.tsx'
import { DATA_ID, type PageData, PageDelivery } from '../pages/delivery/page-delivery.ts'
import { Meta, StructuredData } from '../pages/meta.tsx'
import type { loader } from '../pages/root-loader.ts'
import { MANIFEST_PATH } from '../shared/public-paths.ts'
import { ErrorPage } from '../site-layout/error-page.tsx'
import { useLanguage } from '../site-layout/page-language.ts'
import { HYDRATED_ATTRIBUTE, HYDRATED_EVENT, PRIVATE_ATTRIBUTE } from '../ui/element-names.ts'
import { Notices } from '../ui/notices.tsx'

/** URLs that browsers must not prefetch: they are no public pages, or each request is counted or is expensive. */
const EXCLUDED = [
  '/admin*',
  '/login*',
  '/register*',
  '/api/*',
  '/ir/*',
  '/assets/*',
  '/media/*',
  '/share/*',
  '/*.xml',
  '/*.ics',
]

/** Paths of the pages of nights, without calendar files and the frame for other sites. */
const NIGHTS = ['/fechas/:slug', '/en/fechas/:slug']
const NOT_NIGHTS = ['/fechas/embed']

const loadAhead = (paths: string[], excluded: string[]) => ({
  where: {
    and: [
      { href_matches: paths },
      { not: { href_matches: excluded } },
      { not: { selector_matches: '[download], [rel~=nofollow], [target=_blank]' } },
    ],
  },
  eagerness: 'moderate',
})

/**
 * Lets browsers load a page when a visitor is about to follow its link. Only pages of nights are rendered ahead, because
 * rendering also loads pictures, and many other links are not followed. public-entry.ts removes the rules under Save-Data.
 */
const speculationRules = JSON.stringify({
  prerender: [loadAhead(NIGHTS, [...EXCLUDED, ...NOT_NIGHTS])],
  prefetch: [loadAhead(['/*'], EXCLUDED)],
})

interface DocumentProps {
  /** True for an error page. It has a fixed title instead of the head that the route declares. */
  hasFailed?: boolean
  children: React.ReactNode
}

function Document({ hasFailed = false, children }: DocumentProps) {
  const { enhance, islands, preamble, screen, isEmbed, isPrivate, styles, nonce } = useContext(PageDelivery)
  const data = useRouteLoaderData<typeof loader>(ROOT_ID)
  const isPreview = Boolean(data?.preview)
  const language = useLanguage()
  const look = useOptionalClub()?.look.rule ?? ''
  return (
    // The attribute suppresses a warning of React, because api/client/root-state.ts changes <html> before React hydrates it.
    <html
      lang={language === 'es' ? 'es-AR' : language}
      {...(isPrivate && { [PRIVATE_ATTRIBUTE]: '' })}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {screen && <LoadingFailureScript />}
        <meta name="theme-color" content="#0b0b0c" />
        <link rel="icon" href={icons.svg} type="image/svg+xml" />
        <link rel="icon" href={icons.ico} sizes="48x48" />
        <link rel="apple-touch-icon" href={icons.appleTouch} />
        {hasFailed ? <title>Unexpected Application Error!</title> : <Meta />}
        {(isPreview || isPrivate) && <meta name="robots" content="noindex" />}
        {screen ? (
          screen.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets, hashed for the CSP
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles + look }} />
        )}
        {screen && look !== '' && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a colour and a number, hashed for the CSP
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: look }} />
        )}
        {preamble && !isEmbed && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: Vite's own script, in development
          <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: preamble }} />
        )}
        {/* The script has a low priority, because the page is readable without it. Fonts and pictures load first. */}
        {!isEmbed && (
          <script
            type="module"
            src={enhance}
            data-islands={screen ? undefined : islands}
            data-manifest={MANIFEST_PATH}
            fetchPriority="low"
          />
        )}
        {screen?.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {!screen && !isPreview && !isEmbed && !isPrivate && (
          <script type="speculationrules" nonce={nonce}>
            {speculationRules}
          </script>
        )}
      </head>
      <body>
        {children}
        {!isEmbed && <Notices />}
        {!hasFailed && <StructuredData />}
        {screen && (
          <>
            <LoadingFailureBox />
            <ScrollRestoration getKey={scrollKey} />
            <Data value={{ enhance, screen, root: data }} />
            <script type="module" src={screen.entry} />
          </>
        )}
      </body>
    </html>
  )
}

/** Writes the data that hydrate-screens.tsx reads before React hydrates. */
function Data({ value }: { value: PageData }) {
  const json = import.meta.env.SSR ? JSON.stringify(value).replaceAll('<', '\\u003c') : ''
  return (
    <script
      id={DATA_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a `<`, which cannot end the element
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

export default function Root() {
  useEffect(() => {
    document.documentElement.toggleAttribute(HYDRATED_ATTRIBUTE, true)
    document.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return (
    <Document>
      <Outlet />
    </Document>
  )
}

export function RootError() {
  const error = useRouteError()
  return (
    <Document hasFailed>
      <ErrorPage error={error} />
    </Document>
  )
}
