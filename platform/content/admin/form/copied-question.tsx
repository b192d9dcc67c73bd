import { useEffect, useId, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldError } from '../../../forms/field.tsx'
import type { Field } from '../../shared/fields.ts'
import {
  addConfirmedName,
  COPIED,
  type CopySource,
  findCopiedNames,
  findUnconfirmedNames,
} from './copied-values.ts'
import { useEditedItem } from './editor/editor-context.ts'
import type { ItemValues } from './item-values.ts'

interface Texts {
  statement: string
  question: string
  answer: string
}

const texts: Partial<Record<Field['kind'], Texts>> = {
  url: { statement: 'Es el enlace de', question: '¿El mismo enlace?', answer: 'Sí, el mismo enlace' },
  rows: { statement: 'Hay enlaces de', question: '¿Los mismos enlaces?', answer: 'Sí, los mismos enlaces' },
  image: { statement: 'Es el flyer de', question: '¿El mismo flyer?', answer: 'Sí, el mismo flyer' },
}

const UNKNOWN = 'No pudimos ver si viene de otra fecha.'

/** Texts for a copy whose source night could not be read. */
const unknownTexts: typeof texts = {
  url: { statement: UNKNOWN, question: '¿Es este el enlace?', answer: 'Sí, es este enlace' },
  rows: { statement: UNKNOWN, question: '¿Son estos los enlaces?', answer: 'Sí, son estos enlaces' },
  image: { statement: UNKNOWN, question: '¿Es este el flyer?', answer: 'Sí, es este flyer' },
}

/** Prompts the administrator to confirm or change a value that was copied from another night. */
export function CopiedQuestion({ name, source }: { name: string; source: CopySource }) {
  const { declaration, item: stored } = useEditedItem()
  const id = useId()
  const note = useRef<HTMLDivElement>(null)
  const { getFieldState, formState, getValues, setValue, trigger } = useFormContext<ItemValues>()
  const values = useWatch<ItemValues>() as ItemValues
  const isOpen = findUnconfirmedNames(declaration, values, source, stored).includes(name)
  const isCopied = isOpen || findCopiedNames(declaration, values, source.item, stored).includes(name)
  const error = getFieldState(`${COPIED}.${name}`, formState).error?.message
  // The error is out of date when the field was changed after the error appeared.
  const isStale = !isOpen && error !== undefined
  useEffect(() => {
    if (isStale) void trigger(`${COPIED}.${name}`)
  }, [isStale, trigger, name])
  const text = (source.name === null ? unknownTexts : texts)[declaration.fields[name]?.kind ?? 'line']
  // The note is hidden when nothing was copied. A stored item shows it only while a value needs confirmation.
  if (!text || !isCopied || (stored && !isOpen)) return null

  function confirm() {
    setValue(COPIED, addConfirmedName(getValues(), name), { shouldDirty: true })
    // The button disappears, so the focus moves to the note that contained it.
    note.current?.focus({ preventScroll: true })
  }

  return (
    <div className="copied-question" data-open={isOpen ? '' : undefined} ref={note} tabIndex={-1}>
      <p id={id}>
        {text.statement} {source.name !== null && `${source.name}.`}{' '}
        {isOpen && <strong>{text.question}</strong>}
      </p>
      {isOpen && (
        <button
          type="button"
          className="button"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id} ${id}-error` : id}
          onClick={confirm}
        >
          {text.answer}
        </button>
      )}
      {isOpen && error && <FieldError id={`${id}-error`} message={error} />}
    </div>
  )
}
