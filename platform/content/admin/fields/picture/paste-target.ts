/**
 * Which picture of a form is meant when somebody pastes or drops an image without aiming. One listener a page, so that
 * an image never lands in two fields, and never replaces the page (which is what a browser does with a missed drop).
 */
import { pictureIn } from './picture-file.ts'

export interface PictureTarget {
  element: HTMLElement
  /** What the field is called. */
  label: string
  isEmpty: () => boolean
  take: (file: File) => void
}

const targets = new Set<PictureTarget>()

/** What text is typed into, and questions, have pictures of their own or none. */
const ELSEWHERE = '[contenteditable="true"], dialog'

interface Aim {
  /** Where the event happened. */
  place: Element | null
  /** Where the pointer is. */
  isHovered: (element: HTMLElement) => boolean
}

/** The field with the focus, or else under the pointer, or else the only one, or else the first that is still empty. */
export function targetOf<T extends Pick<PictureTarget, 'element' | 'isEmpty'>>(
  candidates: T[],
  { place, isHovered }: Aim,
): T | undefined {
  const held = candidates.find(({ element }) => place !== null && element.contains(place))
  if (held) return held
  if (place?.closest(ELSEWHERE)) return undefined
  return (
    candidates.find(({ element }) => isHovered(element)) ??
    (candidates.length === 1 ? candidates[0] : candidates.find(({ isEmpty }) => isEmpty()))
  )
}

/** In the order in which they stand on the page. */
const inOrder = (): PictureTarget[] =>
  [...targets].sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )

function give(event: ClipboardEvent | DragEvent, data: DataTransfer | null): void {
  // The text editor has had it.
  if (event.defaultPrevented) return
  const place = event.target instanceof Element ? event.target : null
  // Words copied together with a picture of them are meant for the field that takes words.
  if (place?.matches('input, textarea') && data?.getData('text/plain')) return
  const file = pictureIn(data)
  if (!file) return
  const candidates = inOrder()
  const target = targetOf(candidates, {
    place,
    isHovered: (element) => element.matches(':hover'),
  })
  if (!target) {
    // Each has a picture already: which is meant is asked.
    if (candidates.length === 0 || !ask || place?.closest(ELSEWHERE)) return
    event.preventDefault()
    ask({ file, targets: candidates })
    return
  }
  event.preventDefault()
  target.element.scrollIntoView({ block: 'nearest' })
  target.take(file)
}

/** A picture that may be meant for any of several fields. */
export interface Unaimed {
  file: File
  targets: PictureTarget[]
}

let ask: ((unaimed: Unaimed) => void) | null = null

/** @returns stops asking */
export function askWhich(asked: (unaimed: Unaimed) => void): () => void {
  ask = asked
  return () => {
    ask = null
  }
}

const paste = (event: ClipboardEvent) => give(event, event.clipboardData)

function drop(event: DragEvent): void {
  give(event, event.dataTransfer)
  if (hasFiles(event)) event.preventDefault()
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

function dragOver(event: DragEvent): void {
  if (hasFiles(event)) event.preventDefault()
}

/** @returns stops offering the field */
export function offerTarget(target: PictureTarget): () => void {
  if (targets.size === 0) {
    document.addEventListener('paste', paste)
    document.addEventListener('drop', drop)
    document.addEventListener('dragover', dragOver)
  }
  targets.add(target)
  return () => {
    targets.delete(target)
    if (targets.size > 0) return
    document.removeEventListener('paste', paste)
    document.removeEventListener('drop', drop)
    document.removeEventListener('dragover', dragOver)
  }
}
