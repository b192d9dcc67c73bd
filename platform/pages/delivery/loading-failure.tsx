/**
 * Shows an error when the scripts of a React screen do not load with the page. This is an inline script, because it must run
 * when no other script has loaded. docs/requirements.md, "Loading of scripts", requires the text
 * `Loading chunk <name> failed` and the time-out.
 */
import { useContext } from 'react'
import { CHUNK_TIMEOUT_MS } from '../../shared/limits.ts'
import { HYDRATED_ATTRIBUTE } from '../../ui/element-names.ts'
import { PageDelivery } from './page-delivery.ts'

const BOX_ID = 'start-failed'

/**
 * Finds the name of the file that did not load:
 * - A missing file raises `error` at its preload link, which has its name. A second error follows at the entry script, or as a
 *   rejected import.
 * - A truncated file raises a syntax error.
 * - `enhance-….js` is ignored, because React does not need the script for links and menus.
 * - `load` events of elements do not bubble to the window, so the listener uses the capture phase of `document`.
 */
const script = `(() => {
  let missing = ''
  const nameOf = (url) => /\\/assets\\/(?!enhance-)([^/]+)-[^/]{8}\\.js/.exec(url || '')?.[1] || ''
  const show = (name) => {
    if (document.documentElement.hasAttribute('${HYDRATED_ATTRIBUTE}')) return
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', () => show(name))
    const box = document.getElementById('${BOX_ID}')
    if (!box || !box.hidden) return
    const [title, message] = box.children
    if (!document.querySelector('h1')) {
      title.role = 'heading'
      title.ariaLevel = '1'
    }
    message.textContent = 'Loading chunk ' + (missing || name || 'app') + ' failed'
    box.querySelector('button').onclick = () => location.reload()
    const waiting = document.querySelectorAll('.admin-waiting, .admin-late')
    for (const element of waiting) element.remove()
    document.querySelector('main')?.prepend(box)
    box.hidden = false
  }
  const arrived = new Set()
  document.addEventListener('load', ({ target }) => arrived.add(target.href), true)
  addEventListener('error', (event) => {
    const { target, filename, error } = event
    if (target.rel === 'modulepreload') missing ||= nameOf(target.href)
    else if (target.localName === 'script') { if (nameOf(target.src)) show(nameOf(target.src)) }
    else if (error instanceof SyntaxError && nameOf(filename)) show(nameOf(filename))
  }, true)
  addEventListener('unhandledrejection', ({ reason }) => {
    const text = String(reason?.message)
    if (reason instanceof SyntaxError || (reason instanceof TypeError && /import/i.test(text))) show(nameOf(text))
  })
  setTimeout(() => {
    const links = [...document.querySelectorAll('link[rel=modulepreload]')]
    show(nameOf(links.find(({ href }) => !arrived.has(href))?.href))
  }, ${CHUNK_TIMEOUT_MS})
})()`

/**
 * Must be in the head before the scripts that it watches. The text of the script is not in the browser bundle, because only
 * the server renders it.
 */
export function LoadingFailureScript() {
  const { nonce } = useContext(PageDelivery)
  const html = { __html: import.meta.env.SSR ? script : '' }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, hashed for the CSP
  return <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={html} />
}

/** The hidden error box. The inline script moves it into `<main>` and shows it. */
export const LoadingFailureBox = () => (
  <div id={BOX_ID} className="chunk-failed" role="alert" hidden>
    <p>Una parte del sitio no llegó.</p>
    <p className="mono" />
    <button type="button">Probar de nuevo</button>
  </div>
)
