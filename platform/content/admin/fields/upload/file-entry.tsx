/**
 * The frame that the fields for a picture, a film and an audio share: choose or drop a file, see it, replace or remove it.
 */
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type DescribedFieldProps, FieldError } from '../../../../forms/field.tsx'
import '../../../../forms/form.css'

/** Ref whose `focus` focuses the button that chooses a file. */
export type FocusRef = Ref<{ focus: () => void }> | undefined

interface FileAction {
  text: ReactNode
  act: () => void
  isDisabled?: boolean
  /** True when the button stays after its action. Otherwise the focus moves to the button that chooses a file. */
  isStaying?: boolean
}

interface FileEntryProps extends DescribedFieldProps {
  /** The required size or the limits of the file, shown beside the label. */
  measure: ReactNode
  /** True when screen readers announce the error as soon as it appears. */
  isAlert?: boolean
  /** Kind of file in the text of the button, such as "audio". */
  noun: string
  accept: string
  /** True when the field has a file, which the next chosen file replaces. */
  isFilled: boolean
  /** True for a file that is rarely chosen. While the field is empty, it takes less room. */
  isSmall?: boolean
  /** Text of the button while a file is being opened. */
  busyText?: string | false
  /** Cancels the upload. While a file is being sent, this button replaces the other buttons. */
  cancel?: { act: () => void; isDisabled?: boolean } | null
  onFile: (file: File | undefined) => void
  /** Returns the file to use from dropped data. By default this is the first file. */
  fileIn?: (data: DataTransfer) => File | undefined
  /** The file, or an invitation to choose one. */
  children: ReactNode
  /** Buttons after the button that chooses a file. Falsy entries are left out, so that callers can write conditions. */
  actions: (FileAction | false | '' | null | undefined)[]
  above?: (focusChooser: () => void) => ReactNode
  status?: ReactNode
  warning?: ReactNode
  below?: ReactNode
  frame?: Ref<HTMLFieldSetElement>
  ref?: FocusRef
}

const firstFile = ({ files }: DataTransfer): File | undefined => files[0]

export function FileEntry(props: FileEntryProps) {
  const { label, hint, error, noun, isFilled, cancel, onFile, fileIn = firstFile, ref } = props
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const verb = isFilled ? 'Cambiar' : 'Elegir'
  const drop = useDrop((data) => onFile(fileIn(data)))
  const { chooser, cancelButton } = useFocusKept(Boolean(cancel))
  const focus = () => chooser.current?.focus()
  useImperativeHandle(ref, () => ({ focus }))
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
      {props.above?.(focus)}
      <div
        className="picture-well"
        data-empty={isFilled ? undefined : ''}
        data-small={props.isSmall ? '' : undefined}
      >
        {props.children}
        <div className="picture-actions">
          {cancel ? (
            <ActionButton ref={cancelButton} isDisabled={cancel.isDisabled} onAct={cancel.act}>
              Cancelar<span className="unseen"> el envío del {noun}</span>
            </ActionButton>
          ) : (
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
              {props.actions.map(
                (action, index) =>
                  action && (
                    <ActionButton
                      // biome-ignore lint/suspicious/noArrayIndexKey: each action has its own index
                      key={index}
                      isDisabled={action.isDisabled}
                      onAct={() => {
                        action.act()
                        if (!action.isStaying) focus()
                      }}
                    >
                      {action.text}
                    </ActionButton>
                  ),
              )}
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
        // Browsers do not report the choice of the same file again unless the input is cleared.
        event.target.value = ''
        onFiles(files)
      }}
    />
  </label>
)

/**
 * Returns the handlers of an element on which files are dropped. `data-over` marks the element while files are dragged over
 * it.
 */
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

interface ActionButtonProps {
  ref?: Ref<HTMLButtonElement>
  isDisabled: boolean | undefined
  onAct: () => void
  children: ReactNode
}

const ActionButton = ({ ref, isDisabled, onAct, children }: ActionButtonProps) => (
  <button
    ref={ref}
    type="button"
    className="button"
    aria-disabled={isDisabled || undefined}
    onClick={() => isDisabled || onAct()}
  >
    {children}
  </button>
)

/**
 * Keeps the focus when the chooser and the cancel button replace each other: the new button takes the focus of the old
 * button.
 */
function useFocusKept(isInProgress: boolean) {
  const chooser = useRef<HTMLInputElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const wasInProgress = useRef(isInProgress)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isInProgress !== wasInProgress.current && isLost)
      (isInProgress ? cancelButton : chooser).current?.focus()
    wasInProgress.current = isInProgress
  }, [isInProgress])
  return { chooser, cancelButton }
}
