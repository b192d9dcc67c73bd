/**
 * The layout route around every screen of the back office. It has no server loader, because the server renders only the
 * frame, which is the same for all visitors. The API checks the permissions of each call.
 */

import { adminApi, declareSessionEnded, forgetSessionEnd, useSessionEnded } from './admin-api.ts'
import { Button } from './button.tsx'
import { inbox } from './feature-parts.ts'
import './admin.css'
import { useEffect, useState } from 'react'
import {
  Link,
  type LoaderFunction,
  type MetaDescriptor,
  type MiddlewareFunction,
  Outlet,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunction,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { useChunkReload } from '../api/client/chunk-reload.ts'
import { ChunkError } from '../api/client/load-chunk.ts'
import { forgetUser, readUser } from '../api/client/session.ts'
import type { User } from '../auth/shared/accounts.ts'
import { findClub, useClub } from '../pages/club-settings.ts'
import type { MetaArguments } from '../pages/page-meta.ts'
import { liveRegion } from '../ui/live-region.ts'
import { CommandMenu } from './command-menu.tsx'
import { Count, SideMenu, Tabs } from './navigation.tsx'
import { useModal } from './overlay.tsx'
import { adminPaths, loginPath } from './paths.ts'
import { createTrail, createWindowTitle } from './screen-list.ts'
import { Heading } from './screen-parts.tsx'
import { refreshSummary, useSummary } from './summary.ts'

/** Runs before the loaders of screens. Without a stored user it redirects to /login, so no screen calls the API. */
export const middleware: MiddlewareFunction[] = [
  () => {
    if (!readUser()) throw redirectDocument('/')
  },
]

/**
 * Checks the session. It has ended when the API answers 401, or 404 because the account no longer exists. Other failures
 * are ignored, because each screen reports them itself.
 */
export const loader: LoaderFunction = async ({ request }) => {
  const user = readUser()
  if (!user) throw redirectDocument('/')
  const answer = await adminApi.get('/admin/:id', { params: { id: user.id } })
  if (answer.ok) {
    forgetSessionEnd()
    const { pathname } = new URL(request.url)
    // The request is not awaited, because menus show the number of unread messages whenever it arrives. The home screen
    // loads the summary with its own data.
    if (pathname !== adminPaths.home) void refreshSummary()
    const isOnAccount = pathname === adminPaths.account
    if (!isOnAccount && (await owesSecondFactor(answer.value))) throw redirect(adminPaths.account)
  } else if (answer.problem.status === 404) declareSessionEnded()
  return null
}

/** True when the club requires no second factor. The value is cached, because it does not change while a page is open. */
let isSecondFactorFree = false

/**
 * True when the club requires a second factor (REQUIRE_2FA=1) and the administrator has none yet. The API enforces the rule
 * in each call.
 */
async function owesSecondFactor({ secondFactor }: User): Promise<boolean> {
  if (secondFactor || isSecondFactorFree) return false
  const answer = await adminApi.get('/auth/totp')
  isSecondFactorFree = answer.ok && !answer.value.required
  return answer.ok && answer.value.required
}

/** Checks the session before every new screen, so that a form does not open after the session has ended. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

export const meta = (page: MetaArguments): MetaDescriptor[] => [
  { title: createWindowTitle(page.location?.pathname ?? '', findClub(page).identity.name) },
  { name: 'robots', content: 'noindex' },
]

export function HydrateFallback() {
  return (
    <Frame isOpening>
      <p className="admin-waiting">Abriendo la administración…</p>
      <Late />
      <noscript>
        <p className="admin-waiting">
          La administración necesita JavaScript. Activalo y volvé a cargar la página.
        </p>
      </noscript>
    </Frame>
  )
}

export default function Guard() {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  return (
    <Frame busy={navigation.state !== 'idle' || revalidator.state === 'loading'}>
      <Trail />
      <Outlet />
      <SessionEndDialog />
    </Frame>
  )
}

/** A text about slow loading. CSS shows it after a delay, because no script runs while the scripts do not arrive. */
function Late() {
  const { pathname, search } = useLocation()
  return (
    <p className="admin-late">
      Tarda más que de costumbre. <a href={pathname + search}>Probar de nuevo</a>
    </p>
  )
}

/**
 * Replaces a screen whose code could not be loaded, and keeps the menus. The error boundary of the root route handles other
 * errors.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!(error instanceof ChunkError)) throw error
  return (
    <Frame busy={useNavigation().state !== 'idle'}>
      <ScreenFailed key={error.chunk} error={error} />
    </Frame>
  )
}

function ScreenFailed({ error }: { error: ChunkError }) {
  const { isTrying, isUnreached, tryAgain } = useChunkReload(error.chunk)
  if (isTrying && !isUnreached) return <p className="admin-waiting">Un momento…</p>
  return (
    <>
      <Heading>No pudimos abrir esta pantalla</Heading>
      <div className="refusal" role="alert">
        <p>
          {isUnreached ? 'Parece que no hay conexión.' : 'Una parte del sitio no llegó.'} Lo que estabas
          escribiendo queda guardado en este navegador.
        </p>
        <p className="mono">{error.message}</p>
        <Button onClick={tryAgain}>Probar de nuevo</Button>
      </div>
    </>
  )
}

interface FrameProps {
  busy?: boolean
  /** True until the screen is loaded. The menus appear together with the screen. */
  isOpening?: boolean
  children: React.ReactNode
}

function Frame({ busy = false, isOpening = false, children }: FrameProps) {
  const isSlow = useSlow(busy)
  const { name } = useClub().identity
  return (
    <div className="admin" data-busy={busy ? '' : undefined} data-slow={isSlow ? '' : undefined}>
      <a className="admin-skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className="admin-bar">
        <a className="admin-logo" href="/" aria-label={`${name}, ir al sitio`}>
          <span>{name}</span>
        </a>
        <nav aria-label="Cuenta">
          <CommandMenu />
          <MessagesLink />
          <Link className="admin-bar-item admin-bar-account" to={adminPaths.account}>
            Mi cuenta
          </Link>
          {/* browser/sign-out.ts handles this button before React has loaded. */}
          <button type="button" className="admin-bar-item" data-sign-out="">
            Cerrar Sesión
          </button>
        </nav>
      </header>
      <p className="admin-busy" {...liveRegion}>
        {isSlow && 'Cargando…'}
      </p>
      <div className="admin-work">
        {isOpening ? <div className="side-menu" /> : sideMenu}
        <main id="contenido" className="admin-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {!isOpening && tabs}
    </div>
  )
}

/** A constant element, so that React does not render the menu again while a screen loads. */
const sideMenu = <SideMenu />
const tabs = <Tabs />

/** Delay before the loading indicator appears. ms */
const SLOW_MS = 300

function useSlow(busy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return isSlow
}

function MessagesLink() {
  const unread = useSummary()?.unread ?? 0
  if (!inbox) return null
  return (
    <Link className="admin-bar-item admin-bar-messages" to={inbox.to}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M2.5 4.5h15v11h-15zl7.5 6.5 7.5-6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <span className="admin-bar-words">Mensajes</span>
      {unread > 0 && <Count value={unread} note="sin leer" />}
    </Link>
  )
}

function Trail() {
  const { pathname } = useLocation()
  const steps = createTrail(pathname).slice(0, -1)
  if (steps.length === 0) return null
  return (
    <nav className="trail" aria-label="Camino">
      <ol className="trail-steps">
        {steps.map((step) => (
          <li key={step.to}>
            <Link to={step.to}>{step.label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Shown after the session has ended. It stays until the administrator closes it (WCAG 2.2.1), and then opens /login. */
function SessionEndDialog() {
  return useSessionEnded() && <SessionEnded />
}

function SessionEnded() {
  const here = useLocation()
  // If the session ended while another screen was loading, the sign-in leads to that screen.
  const { pathname, search } = useNavigation().location ?? here
  const navigate = useNavigate()
  const dialog = useModal()
  const leave = () => {
    forgetUser()
    void navigate(loginPath(pathname + search), { replace: true })
    forgetSessionEnd()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby="session-end-title"
      aria-describedby="session-end-text"
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <h2 id="session-end-title">Tu sesión terminó</h2>
      <p id="session-end-text">
        Lo que estabas escribiendo queda guardado en este navegador. Iniciá sesión y seguís donde estabas.
      </p>
      <div className="dialog-actions">
        <Button kind="strong" onClick={leave}>
          Iniciar sesión
        </Button>
      </div>
    </dialog>
  )
}
