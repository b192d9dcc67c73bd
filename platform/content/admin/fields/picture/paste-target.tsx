/**
 * Finds the field for an image that is pasted, or dropped beside all fields. One listener a page, so that an image never
 * lands in two fields, and never replaces the page (which browsers do after a missed drop).
 */
import { useEffect, useId, useRef, useState } from 'react'
import { pictureIn } from './picture-file.ts'

export interface PictureTarget {
  element: HTMLElement
  label: string
  isEmpty: () => boolean
  take: (file: File) => void
}

const targets = new Set<PictureTarget>()

/** A rich text takes images itself, and dialogs take none. */
const ELSEWHERE = '[contenteditable="true"], dialog'

interface Aim {
  /** The target of the event. */
  place: Element | null
  /** True when the pointer is over the element. */
  isHovered: (element: HTMLElement) => boolean
}

/** The field with the focus, else under the pointer, else the only one, else the first one that is empty. */
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

/** The fields in the order of the page. */
const inOrder = (): PictureTarget[] =>
  [...targets].sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )

function give(event: ClipboardEvent | DragEvent, data: DataTransfer | null): void {
  // The rich text has taken it.
  if (event.defaultPrevented) return
  const place = event.target instanceof Element ? event.target : null
  // Programs add a picture of the copied text to the text. A text field takes the text.
  if (place?.matches('input, textarea') && data?.getData('text/plain')) return
  const file = pictureIn(data)
  if (!file) return
  const candidates = inOrder()
  const target = targetOf(candidates, {
    place,
    isHovered: (element) => element.matches(':hover'),
  })
  if (!target) {
    // All fields have a picture: the dialog chooses one of them.
    if (candidates.length === 0 || !ask || place?.closest(ELSEWHERE)) return
    event.preventDefault()
    ask({ file, targets: candidates })
    return
  }
  event.preventDefault()
  target.element.scrollIntoView({ block: 'nearest' })
  target.take(file)
}

/** A picture that is meant for one of several fields. */
interface Unaimed {
  file: File
  targets: PictureTarget[]
}

let ask: ((unaimed: Unaimed) => void) | null = null

const paste = (event: ClipboardEvent) => give(event, event.clipboardData)

function drop(event: DragEvent): void {
  give(event, event.dataTransfer)
  if (hasFiles(event)) event.preventDefault()
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

function dragOver(event: DragEvent): void {
  if (hasFiles(event)) event.preventDefault()
}

/** @returns a function that withdraws the field */
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

/** A dialog to choose the field for an image, when all fields have a picture already. */
export function PictureQuestion() {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [unaimed, setUnaimed] = useState<Unaimed | null>(null)
  useEffect(() => {
    ask = setUnaimed
    return () => {
      ask = null
    }
  }, [])
  useEffect(() => {
    if (unaimed && !dialog.current?.open) dialog.current?.showModal()
  }, [unaimed])
  if (!unaimed) return null

  function choose({ element, take }: PictureTarget) {
    const file = unaimed?.file
    dialog.current?.close()
    element.scrollIntoView({ block: 'nearest' })
    element.querySelector<HTMLElement>('input[type=file]')?.focus({ preventScroll: true })
    if (file) take(file)
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={() => setUnaimed(null)}>
      <h2 id={id}>¿Cuál cambiás por esta imagen?</h2>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Ninguna
        </button>
        {unaimed.targets.map((target) => (
          <button key={target.label} type="button" className="button" onClick={() => choose(target)}>
            {target.label}
          </button>
        ))}
      </div>
    </dialog>
  )
}
