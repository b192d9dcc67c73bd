import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface MoreProps {
  /** Of what, for screen readers. */
  name: string
  /** What is behind it. @param close puts it away, with the focus back on its button */
  children: (close: () => void) => ReactNode
}

/** A button that shows further actions: at the foot of a phone, below itself on a laptop. Escape, and a tap elsewhere, close it. */
export function More({ name, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    button.current?.focus({ preventScroll: true })
    setOpen(false)
  }

  useEffect(() => {
    if (!isOpen) return
    const onOutside = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) setOpen(false)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      button.current?.focus({ preventScroll: true })
      setOpen(false)
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])

  return (
    <div className="more" ref={whole}>
      <button
        ref={button}
        type="button"
        className="button more-open"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Más<span className="unseen"> de {name}</span>
      </button>
      {isOpen && (
        <>
          {/* A tap beside the actions of a phone puts them away, and does nothing else. */}
          <div className="more-shade" onClick={close} aria-hidden="true" />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what one fills in */}
          <div className="more-actions" id={id} role="group" aria-label={`Más de ${name}`}>
            <p className="more-name mono" aria-hidden="true">
              {name}
            </p>
            {children(close)}
            <button type="button" className="button more-close" onClick={close}>
              Cerrar
            </button>
          </div>
        </>
      )}
    </div>
  )
}
