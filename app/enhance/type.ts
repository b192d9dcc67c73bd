/**
 * When the club's own type comes. What a visitor came to see is words and one picture; 75 kB of type, which browsers send
 * for before any picture, would keep both waiting on a phone's line. So on a first visit the fonts that stand in do, in
 * the same room (ui/fonts.css), until the page is shown with its pictures. A browser that has the type sets every further
 * page in it from its first frame, and so does one without scripts.
 */
import { whenShown } from './moments.ts'
import { ALIVE_EVENT, TYPE_KEY } from './names.ts'
import { store, stored } from './storage.ts'

const FACES = ['1em "Archivo Variable"', '1em "Chivo Mono"']
/** A picture that does not come must not keep the type away. ms from when the page has been read */
const PATIENCE = 3000

let settle = () => {}
/** The page is shown, in its type or without: line and processor are free for what comes last. */
export const typeSettled = new Promise<void>((resolve) => {
  settle = resolve
})

/** Something has reached the screen: a page from the cache has loaded long before. */
const painted = () =>
  new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

/** To true once both faces are here. */
const faces = (): Promise<boolean> =>
  Promise.all(FACES.map((face) => document.fonts.load(face))).then(
    (all) => all.every((found) => found.length > 0),
    () => false,
  )

/** Steps of ui/tokens.css: the page waits for the type, and is set in it from its top down. */
const STEPS = ['top', 'middle', 'here'] as const
type State = 'late' | (typeof STEPS)[number]

export function liveType(): void {
  let state: State | null = stored(TYPE_KEY) === null ? 'late' : 'here'
  const write = () => {
    const { dataset } = document.documentElement
    if (state) dataset.type = state
    else delete dataset.type
  }
  write()
  document.addEventListener(ALIVE_EVENT, write)
  if (state === 'here') {
    addEventListener('load', () => whenShown(settle))
    return
  }

  let asked = false
  const bring = async () => {
    if (asked) return
    asked = true
    // The back office does without (admin/admin.css); a page that one goes to from there sends for it by itself.
    if (document.querySelector('.admin') || !(await faces())) state = null
    else {
      store(TYPE_KEY, 'here')
      for (state of STEPS) {
        write()
        await new Promise<void>((resolve) => whenShown(resolve))
      }
    }
    write()
    settle()
  }
  addEventListener('load', () => painted().then(bring))
  document.addEventListener('DOMContentLoaded', () => setTimeout(bring, PATIENCE))
}
