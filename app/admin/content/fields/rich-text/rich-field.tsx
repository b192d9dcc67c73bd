import { useId } from 'react'
import { lazyPart } from '../../../../ui/lazy.tsx'
import { FieldError, type Kept, KeptNote } from '../field.tsx'
import type { RichEditorProps } from './rich-editor-props.ts'
import '../../form/form.css'

const RichEditor = lazyPart<RichEditorProps>(
  'editor',
  () => import('./rich-editor.tsx').then((module) => module.RichEditor),
  () => <div className="rich rich-waiting">Abriendo el editor…</div>,
)

interface RichFieldProps extends Omit<RichEditorProps, 'labelId' | 'describedBy' | 'invalid'> {
  label: string
  hint?: string
  error?: string
  kept?: Kept | null
}

/** Text with headings, emphasis, lists, quotes, links and pictures. The editor's code arrives when it is shown. */
export function RichField({ label, hint, error, kept, ...editor }: RichFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const keptId = `${id}-kept`
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
        describedBy={[error && errorId, kept && keptId, hintId].filter(Boolean).join(' ')}
        invalid={error !== undefined}
      />
      {error && <FieldError id={errorId} message={error} />}
      <KeptNote id={keptId} label={label} kept={kept} />
      <p className="entry-hint" id={hintId}>
        {hint ?? 'Un link de YouTube o SoundCloud solo en su renglón se muestra como reproductor.'}
      </p>
    </div>
  )
}
