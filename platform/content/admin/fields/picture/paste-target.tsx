/**
 * Finds the field for a picture that is pasted, or dropped outside all fields. The page has one listener, so that two
 * fields never take the same picture. The listener also stops browsers from replacing the page by a dropped picture.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { findPicture } from './picture-file.ts'

export interface PictureTarget {
  element: HTMLElement
  label: string
  isEmpty: () => boolean
  take: (file: File) => void
}

const targets = new Set<PictureTarget>()

/** Places whose pictures this file ignores: rich texts handle pictures themselves, and dialogs accept none. */
const ELSEWHERE = '[contenteditable="true"], dialog'

interface Aim {
  place: Element | null
  isHovered: (element: HTMLElement) => boolean
}

/** Chooses the focused field, else the field under the pointer, else the only field, else the first empty field. */
export function chooseTarget<T extends Pick<PictureTarget, 'element' | 'isEmpty'>>(
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

/** Returns the registered fields in the order of the page. */
const listTargets = (): PictureTarget[] =>
  [...targets].sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )

function give(event: ClipboardEvent | DragEvent, data: DataTransfer | null): void {
  // A rich text that has inserted the picture itself prevents the default, so there is nothing left to do.
  if (event.defaultPrevented) return
  const place = event.target instanceof Element ? event.target : null
  // Word processors add a picture of the copied text to the clipboard. In a text field the text is pasted and the picture
  // ignored.
  if (place?.matches('input, textarea') && data?.getData('text/plain')) return
  const file = findPicture(data)
  if (!file) return
  const candidates = listTargets()
  const target = chooseTarget(candidates, {
    place,
    isHovered: (element) => element.matches(':hover'),
  })
  if (!target) {
    if (candidates.length === 0 || !ask || place?.closest(ELSEWHERE)) return
    event.preventDefault()
    ask({ file, targets: candidates })
    return
  }
  event.preventDefault()
  target.element.scrollIntoView({ block: 'nearest' })
  target.take(file)
}

/** A pasted picture for which the administrator has to choose a field. */
interface UnassignedPicture {
  file: File
  targets: PictureTarget[]
}

let ask: ((unassigned: UnassignedPicture) => void) | null = null

const paste = (event: ClipboardEvent) => give(event, event.clipboardData)

function drop(event: DragEvent): void {
  give(event, event.dataTransfer)
  if (hasFiles(event)) event.preventDefault()
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

function dragOver(event: DragEvent): void {
  if (hasFiles(event)) event.preventDefault()
}

/** Registers a field for pasted pictures. @returns a function that removes the field again */
export function registerTarget(target: PictureTarget): () => void {
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

/** Dialog to choose the field for a pasted picture when every field has a picture already. */
export function PictureQuestion() {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [unassigned, setUnassigned] = useState<UnassignedPicture | null>(null)
  useEffect(() => {
    ask = setUnassigned
    return () => {
      ask = null
    }
  }, [])
  useEffect(() => {
    if (unassigned && !dialog.current?.open) dialog.current?.showModal()
  }, [unassigned])
  if (!unassigned) return null

  function choose({ element, take }: PictureTarget) {
    const file = unassigned?.file
    dialog.current?.close()
    element.scrollIntoView({ block: 'nearest' })
    element.querySelector<HTMLElement>('input[type=file]')?.focus({ preventScroll: true })
    if (file) take(file)
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={() => setUnassigned(null)}>
      <h2 id={id}>¿Cuál cambiás por esta imagen?</h2>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Ninguna
        </button>
        {unassigned.targets.map((target) => (
          <button key={target.label} type="button" className="button" onClick={() => choose(target)}>
            {target.label}
          </button>
        ))}
      </div>
    </dialog>
  )
}
