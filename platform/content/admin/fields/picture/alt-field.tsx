import { type RefObject, useId, useRef, useState } from 'react'
import { FieldError } from '../../../../forms/field.tsx'
import { ALT_MAX } from '../../../../shared/limits.ts'

interface AltFieldProps {
  /** Name of the picture, for screen readers. */
  of: string
  /** The text alternative. null for a decorative picture. */
  alt: string | null
  onChange: (alt: string | null) => void
  /** The text that the form proposes. It is stored only when the administrator uses it (ATAG B.2.3.2). */
  proposal?: string | undefined
  /** True when the text may not be empty. */
  isRequired?: boolean
  error?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

/** Field for the text alternative of a picture, with a box to mark the picture as decorative (WCAG 1.1.1). */
export function AltField({ of, alt, onChange, proposal = '', isRequired, error, ref }: AltFieldProps) {
  const id = useId()
  const ownRef = useRef<HTMLInputElement>(null)
  const input = ref ?? ownRef
  // Keeps the typed text while the box is ticked, so that it returns when the administrator unticks the box.
  const [written, setWritten] = useState(alt ?? '')
  const isProposed = alt === '' && proposal !== ''
  const write = (text: string) => {
    setWritten(text)
    onChange(text)
  }
  return (
    <div className="alt-entry">
      <div className="entry-head">
        <label htmlFor={id}>
          Qué se ve en la imagen <span className="unseen">({of})</span>
        </label>
        <label className="tick">
          <input
            type="checkbox"
            checked={alt === null}
            onChange={(event) => onChange(event.target.checked ? null : written)}
          />
          Es decorativa <span className="unseen">({of})</span>
        </label>
      </div>
      <input
        id={id}
        ref={input}
        type="text"
        className="control"
        enterKeyHint="next"
        placeholder={
          alt === null ? 'Nadie pierde nada si no la ve' : 'Una pista llena, de espaldas a la cabina'
        }
        maxLength={ALT_MAX}
        value={alt ?? ''}
        disabled={alt === null}
        aria-describedby={`${isProposed ? `${id}-proposal ` : ''}${id}-${error ? 'error' : 'hint'}`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => write(event.target.value)}
      />
      {isProposed && (
        <div className="entry-stored">
          <p id={`${id}-proposal`}>
            Propuesta: <span className="entry-stored-words">«{proposal}».</span>
          </p>
          <button
            type="button"
            className="button"
            onClick={() => {
              write(proposal)
              // The pressed button disappears.
              input.current?.focus()
            }}
          >
            Usar <span className="unseen">la propuesta ({of})</span>
          </button>
        </div>
      )}
      {error ? (
        <FieldError id={`${id}-error`} message={error} />
      ) : (
        <p className="entry-hint" id={`${id}-hint`}>
          {getHint(alt, proposal, isRequired)}
        </p>
      )}
    </div>
  )
}

function getHint(alt: string | null, proposal: string, isRequired = false): string {
  if (alt === null) return 'Quienes no ven la pantalla la van a saltear.'
  if (alt !== '' && alt === proposal)
    return 'Es lo que propone el formulario. Mejor si contás qué se ve: lo leen en voz alta quienes no ven la pantalla.'
  const said = 'La leen en voz alta quienes no ven la pantalla, y los buscadores.'
  return alt === '' && !isRequired ? `${said} Si queda vacía, la imagen se saltea.` : said
}
