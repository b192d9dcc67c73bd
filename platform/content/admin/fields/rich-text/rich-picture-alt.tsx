import { type Ref, useId } from 'react'
import { FieldError } from '../field.tsx'
import { AltField } from '../picture/alt-field.tsx'

interface RichPictureAltProps {
  ref: Ref<HTMLInputElement>
  /** null: decorative. */
  alt: string | null
  altError: string
  /** What else is wrong with the picture. */
  error: string
  onChange: (alt: string | null) => void
}

/** The text alternative of a picture in the text, and what is wrong with the picture. */
export function RichPictureAlt({ ref, alt, altError, error, onChange }: RichPictureAltProps) {
  const id = useId()
  return (
    <>
      <AltField of="la del texto" ref={ref} alt={alt} error={altError} onChange={onChange} />
      {error && (
        <div role="alert">
          <FieldError id={id} message={error} />
        </div>
      )}
    </>
  )
}
