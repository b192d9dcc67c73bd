/**
 * When the framework comes. Its scripts lie in the page as text (see postponed.ts) and are fetched at the first sign that
 * the visitor is about to do something; a page that needs them anyway has them once it is shown. Whoever saves data is
 * sent nothing before they do more than follow links. A page whose framework does not come goes on with plain links and
 * forms, and whoever only reads never needs it.
 */
import { closest, hear } from './elements.ts'
import { whenIdle, whenShown } from './moments.ts'
import { ALIVE_EVENT } from './names.ts'
import { savesData } from './save-data.ts'

/** The page's scripts wait in this element; none: the page has let them come at once. */
const WAITING = 'script[data-framework]'

let coming: Promise<boolean> | null = null

/** Resolves once the page is alive, to true, or to false when the framework cannot be had now. */
export const bringFramework = (): Promise<boolean> => {
  coming ??= bring()
  return coming
}

const root = document.documentElement

const alive = new Promise<true>((resolve) =>
  document.addEventListener(ALIVE_EVENT, () => {
    root.dataset.alive = ''
    resolve(true)
  }),
)

async function bring(): Promise<boolean> {
  const waiting = document.querySelector<HTMLScriptElement>(WAITING)
  if (waiting) {
    const files = waiting.dataset.framework?.split(' ') ?? []
    const arrived = await Promise.all(files.map(fetched))
    if (!arrived.every(Boolean)) {
      // The next sign tries again.
      coming = null
      return false
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.text = waiting.text
    document.head.append(script)
  }
  return alive
}

/** Nothing is run before everything is here: half a framework would take the page and not give it back. */
function fetched(href: string): Promise<boolean> {
  const link = document.createElement('link')
  // A browser that does not know it would never tell.
  if (!link.relList.supports('modulepreload')) return Promise.resolve(true)
  return new Promise((resolve) => {
    link.rel = 'modulepreload'
    link.href = href
    link.onload = () => resolve(true)
    link.onerror = () => {
      link.remove()
      resolve(false)
    }
    document.head.append(link)
  })
}

/** Whoever goes on to another page by touch has left this one before its framework could be here. */
const leaves = (event: Event): boolean =>
  closest(event, 'a[href]') !== null &&
  (event instanceof PointerEvent ? event.pointerType !== 'mouse' : !closest(event, ':focus-visible'))

/** What tells at any moment that the visitor is about to do something. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'pointerover']
/** What tells, once the page is shown, that somebody is there. */
const LIFE = ['pointermove', 'scroll', 'wheel']

export function bringFrameworkLater(): void {
  const saving = savesData()
  const sign = (event: Event) => {
    const link = closest(event, 'a[href]')
    const isOver = event.type === 'pointerover'
    if (saving ? link || isOver : leaves(event) || (isOver && !link)) return
    bringFramework()
  }
  for (const type of SIGNS) addEventListener(type, sign, { passive: true })
  if (saving) return
  const soon = () => whenIdle(bringFramework)
  addEventListener('load', () =>
    whenShown(() => {
      if (document.querySelector(`${WAITING}[data-when="shown"]`)) soon()
      for (const type of LIFE) addEventListener(type, soon, { passive: true, once: true })
    }),
  )
}

/** What only the framework can do is done once it is there: one tap is enough. */
export function holdWhatNeedsFramework(): void {
  hear('click', async (event) => {
    const button = closest(event, '[data-needs-framework]')
    if (!button || root.dataset.alive !== undefined) return
    if ((await bringFramework()) && button.isConnected) (button as HTMLElement).click()
  })
  // One with an address of its own is posted as it is; the others are sent then (see useSending in site/form.tsx).
  hear('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-alive="no"]:not([action])')) return
    event.preventDefault()
    form.dataset.alive = 'asked'
    bringFramework()
  })
}
