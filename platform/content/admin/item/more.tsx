import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface MoreProps {
  /** The name of the item, for screen readers. */
  name: string
  /** Renders the actions. @param close hides the actions and focuses the button */
  children: (close: () => void) => ReactNode
}

/**
 * A button that shows more actions. On a phone they appear at the bottom of the screen, elsewhere below the button. Escape
 * or a tap outside hides them.
 */
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
          {/* On a phone, a tap outside the actions closes them and does nothing else. */}
          <div className="more-shade" onClick={close} aria-hidden="true" />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
          <div className="more-actions" id={id} role="group" aria-label={`Más de ${name}`}>
            <p className="more-name mono" aria-hidden="true">
              <bdi>{name}</bdi>
            </p>
            {children(close)}
            {/* The button is at the top, far from Borrar, so that a slip of the thumb does not press Borrar. */}
            <button type="button" className="button more-close" onClick={close}>
              Cerrar
            </button>
          </div>
        </>
      )}
    </div>
  )
}
