import { useId } from 'react'
import { lazyPart } from '../../../../admin-layout/lazy-part.tsx'
import { type DescribedText, FieldError, StoredNote } from '../../../../forms/field.tsx'
import type { RichEditorProps } from './rich-editor.tsx'
import '../../../../forms/form.css'

const RichEditor = lazyPart<RichEditorProps>(
  'editor',
  () => import('./rich-editor.tsx').then((module) => module.RichEditor),
  () => <div className="rich rich-waiting">Abriendo el editor…</div>,
)

type RichFieldProps = DescribedText & Omit<RichEditorProps, 'labelId' | 'describedBy' | 'invalid'>

/** Field for text with headings, emphasis, lists, quotes, links and pictures. The editor is loaded on demand. */
export function RichField({ label, hint, error, stored, ...editor }: RichFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const storedId = `${id}-stored`
  return (
    <div className="entry" data-invalid={error ? '' : undefined}>
      <div className="entry-head">
        <span className="entry-label" id={id}>
          {label}
        </span>
      </div>
      <RichEditor
        {...editor}
        labelId={id}
        describedBy={[error && errorId, stored && storedId, hintId].filter(Boolean).join(' ')}
        invalid={error !== undefined}
      />
      {error && <FieldError id={errorId} message={error} />}
      <StoredNote id={storedId} label={label} stored={stored} />
      <p className="entry-hint" id={hintId}>
        {hint ??
          'Un enlace de YouTube, SoundCloud o Mixcloud solo en su renglón se muestra como reproductor.'}
      </p>
    </div>
  )
}
