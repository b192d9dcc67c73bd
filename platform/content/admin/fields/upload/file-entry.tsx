/** The frame of the fields for a picture, a film and an audio: choose or drop a file, see it, replace or remove it. */
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useState,
} from 'react'
import { type Described, FieldError } from '../field.tsx'
import '../../form/form.css'

/** Focuses the button that chooses a file. */
export type FocusRef = Ref<{ focus: () => void }> | undefined

interface FileEntryProps extends Described {
  /** The required size or the limits of the file, beside the label. */
  measure: ReactNode
  /** Announces the error when it appears. */
  isAlert?: boolean
  /** Kind of file in the texts of the button, such as "audio". */
  noun: string
  accept: string
  /** True when the field shows a file, which another file replaces. */
  isFilled: boolean
  /** Replaces the text of the button while a file is being opened. */
  busyText?: string | false
  chooser: RefObject<HTMLInputElement | null>
  /** A button that replaces the chooser and the actions while a file is being sent. */
  cancelButton?: ReactNode
  onFile: (file: File | undefined) => void
  /** Returns the file that the field takes of dropped data. Default: the first one. */
  fileIn?: (data: DataTransfer) => File | undefined
  /** The file, or an invitation to choose one. */
  children: ReactNode
  /** Buttons after the chooser. */
  actions?: ReactNode
  above?: ReactNode
  /** Between the file and the error. */
  status?: ReactNode
  /** Between the error and the hint. */
  warning?: ReactNode
  below?: ReactNode
  frame?: Ref<HTMLFieldSetElement>
  ref?: FocusRef
}

const firstFile = ({ files }: DataTransfer): File | undefined => files[0]

export function FileEntry(props: FileEntryProps) {
  const { label, hint, error, noun, isFilled, chooser, onFile, fileIn = firstFile, ref } = props
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const verb = isFilled ? 'Cambiar' : 'Elegir'
  const drop = useDrop((data) => onFile(fileIn(data)))
  useImperativeHandle(ref, () => ({ focus: () => chooser.current?.focus() }))
  return (
    <fieldset
      ref={props.frame}
      className="entry picture-entry"
      data-invalid={error ? '' : undefined}
      {...drop}
    >
      <legend>
        {label} <span className="measure">{props.measure}</span>
      </legend>
      {props.above}
      <div className="picture-well" data-empty={isFilled ? undefined : ''}>
        {props.children}
        <div className="picture-actions">
          {props.cancelButton || (
            <>
              <FileButton
                ref={chooser}
                accept={props.accept}
                text={props.busyText || `${verb} ${noun}`}
                aria-label={`${label}: ${verb.toLowerCase()} ${noun}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={[error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined}
                onFiles={([file]) => onFile(file)}
              />
              {props.actions}
            </>
          )}
        </div>
      </div>
      {props.status}
      {error && <FieldError id={errorId} message={error} role={props.isAlert ? 'alert' : undefined} />}
      {props.warning}
      {hint && (
        <p className="entry-hint" id={hintId}>
          {hint}
        </p>
      )}
      {props.below}
    </fieldset>
  )
}

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  text: string
  onFiles: (files: File[]) => void
}

/** A file input that looks like a button. */
export const FileButton = ({ text, onFiles, ...input }: FileButtonProps) => (
  <label className="button">
    {text}
    <input
      {...input}
      type="file"
      className="unseen"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        // Otherwise the browser does not report a second choice of the same file.
        event.target.value = ''
        onFiles(files)
      }}
    />
  </label>
)

/** Handlers of an element on which files are dropped. `data-over` marks it while files are dragged over it. */
function useDrop(onDropped: (data: DataTransfer) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDropped(event.dataTransfer)
    },
  }
}

interface FileActionProps {
  chooser: RefObject<HTMLInputElement | null>
  onAct: () => void
  children: ReactNode
}

/** A button that disappears after its action. The chooser takes over the focus. */
export const FileAction = ({ chooser, onAct, children }: FileActionProps) => (
  <button
    type="button"
    className="button"
    onClick={() => {
      onAct()
      chooser.current?.focus()
    }}
  >
    {children}
  </button>
)
