import { type ReactNode, useEffect, useRef } from 'react'
import type { Progress } from './use-sending.ts'

/** How high the bar is: what browsers scroll to, and notices, keep above it. */
const HEIGHT = '--action-bar'

/** What sticks to the foot of the screen, within thumb's reach, however long the page is. */
export function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty(HEIGHT, `${element.offsetHeight}px`)
      uncover(element)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    <div className="action-bar" ref={bar}>
      {children}
    </div>
  )
}

/** A bar that grows must not cover what has the focus (WCAG 2.4.11). */
function uncover(bar: HTMLElement): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !bar.parentElement?.contains(focused) || bar.contains(focused))
    return
  const written = focused.isContentEditable ? paragraphOfCaret() : focused
  const { top, bottom, height } = written.getBoundingClientRect()
  const edge = bar.getBoundingClientRect().top
  // Of a long text the end may lie under it.
  if (height < innerHeight / 2 ? bottom > edge : top > edge) written.scrollIntoView({ block: 'nearest' })
}

function paragraphOfCaret(): Element {
  const node = getSelection()?.anchorNode
  return (node instanceof Element ? node : node?.parentElement) ?? document.body
}

interface ActionBarProps {
  /** What the button that sends says. */
  label: string
  progress: Progress
  /** What is sent in an instant cannot be cancelled. */
  onCancel?: (() => void) | undefined
  /** The button that saves and stays. */
  stay?: { label: string; onSave: () => void } | undefined
  /** Rows above the buttons. */
  rows?: ReactNode
  /** Where the progress stands, while there is none. */
  note?: ReactNode
  /** The way out, while nothing is being sent. */
  children?: ReactNode
}

/** The bar of a form; says what is going on. */
export function ActionBar({ label, progress, onCancel, stay, rows, note, children }: ActionBarProps) {
  const percent = progress?.sent == null ? null : Math.round(progress.sent * 100)
  const isUploading = percent !== null && percent < 100
  return (
    <Bar>
      {rows}
      <div className="sending" role="status">
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
      {/* They keep the focus while they cannot be pressed, so they are not disabled for real. */}
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
