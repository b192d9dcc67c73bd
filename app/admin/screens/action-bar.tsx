import type { ReactNode } from 'react'
import type { Progress } from './use-sending.ts'

interface ActionBarProps {
  /** What the button that sends says. */
  label: string
  progress: Progress
  /** What is sent in an instant cannot be cancelled. */
  onCancel?: () => void
  /** The way out, while nothing is being sent. */
  children?: ReactNode
}

/** Within thumb's reach at the foot of the screen; says what is going on. */
export function ActionBar({ label, progress, onCancel, children }: ActionBarProps) {
  const percent = progress?.sent == null ? null : Math.round(progress.sent * 100)
  const isUploading = percent !== null && percent < 100
  return (
    <div className="action-bar">
      <div className="sending" role="status">
        {progress && (
          <>
            {percent !== null && <progress max={100} value={percent} aria-label="Enviado" />}
            {isUploading ? `Subiendo ${percent} %` : 'Guardando…'}
          </>
        )}
      </div>
      {progress
        ? onCancel && (
            <button type="button" className="button" onClick={onCancel}>
              Cancelar
            </button>
          )
        : children}
      {/* It keeps the focus while it cannot be pressed, so it is not disabled for real. */}
      <button type="submit" className="button button-strong" aria-disabled={progress ? true : undefined}>
        {label}
      </button>
    </div>
  )
}
