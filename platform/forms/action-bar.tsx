import { type ReactNode, useEffect, useRef } from 'react'
import { liveRegion } from '../ui/live-region.ts'

/**
 * CSS variable with the height of the bar. Scrolled elements and notices keep this distance from the lower edge of the
 * screen while the bar sticks to it.
 */
const HEIGHT = '--action-bar'

/** Bar at the bottom of the screen, within reach of a thumb. */
export function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver((resized) => {
      style.setProperty(HEIGHT, `${element.offsetHeight}px`)
      // A form also grows by a chosen picture, which moves the focused file input down.
      if (resized.some(({ target }) => target === element) || document.activeElement?.matches('[type=file]'))
        uncover(element)
    })
    // Browsers scroll a focused text area only as far as its caret.
    const uncoverText = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement) requestAnimationFrame(() => uncover(element))
    }
    const form = element.parentElement
    if (form) observer.observe(form)
    form?.addEventListener('focusin', uncoverText)
    observer.observe(element)
    return () => {
      observer.disconnect()
      form?.removeEventListener('focusin', uncoverText)
      style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    <div className="action-bar" ref={bar}>
      {children}
    </div>
  )
}

/** Scrolls the focused element above the bar, which has grown over it, or to which the form has moved it (WCAG 2.4.11). */
function uncover(bar: HTMLElement): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !bar.parentElement?.contains(focused) || bar.contains(focused))
    return
  // The label of a file input is its button, because the input itself is invisible.
  const written = focused.isContentEditable ? paragraphOfCaret() : (focused.closest('label') ?? focused)
  const { top, bottom, height } = written.getBoundingClientRect()
  const edge = Math.min(innerHeight, bar.getBoundingClientRect().top)
  // An element taller than half of the window is in view when its top is above the bar. A smaller element must be above it
  // completely.
  if (height < innerHeight / 2 ? bottom > edge : top > edge) written.scrollIntoView({ block: 'nearest' })
}

function paragraphOfCaret(): Element {
  const node = getSelection()?.anchorNode
  return (node instanceof Element ? node : node?.parentElement) ?? document.body
}

/**
 * Progress of a form. null while the form is idle. `sent`: uploaded part, 0–1, or null without a progress bar. `text` is
 * shown instead of the progress bar.
 */
export type Progress = { sent: number | null; text?: string } | null

interface ActionBarProps {
  label: string
  progress: Progress
  /** Cancels the save. undefined while the save cannot be cancelled. */
  onCancel?: (() => void) | undefined
  /** The button that saves without leaving the form. undefined for forms without that button. */
  stay?: { label: string; onSave: () => void } | undefined
  /** Rows above the buttons. */
  rows?: ReactNode
  /** Shown in place of the progress while the form is idle. */
  note?: ReactNode
  /** Links that are shown while the form is idle. */
  children?: ReactNode
}

/** The bar of a form, with progress, problems and buttons. */
export function ActionBar({ label, progress, onCancel, stay, rows, note, children }: ActionBarProps) {
  const percent = progress?.sent == null ? null : Math.round(progress.sent * 100)
  const isUploading = percent !== null && percent < 100
  return (
    <Bar>
      {rows}
      <div className="sending" {...liveRegion}>
        {progress && (
          <>
            {percent !== null && <progress max={100} value={percent} aria-label="Enviado" />}
            {progress.text ?? (isUploading ? `Subiendo ${percent} %` : 'Guardando…')}
          </>
        )}
      </div>
      {!progress && note}
      {progress
        ? onCancel && (
            <button type="button" className="button" onClick={onCancel}>
              Cancelar
            </button>
          )
        : children}
      {/* A disabled button would lose the focus, so the buttons of the bar are only marked as disabled. */}
      {stay && (
        <button
          type="button"
          className="button"
          aria-disabled={progress ? true : undefined}
          onClick={() => {
            if (!progress) stay.onSave()
          }}
        >
          {stay.label}
        </button>
      )}
      <button type="submit" className="button button-strong" aria-disabled={progress ? true : undefined}>
        {label}
      </button>
    </Bar>
  )
}
