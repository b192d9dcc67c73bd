/** A form that was saved and stays open: caret, scroll and what was typed meanwhile stay. */
import { type RefObject, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Declaration } from '../../../shared/fields.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import type { Version } from '../../conflict/merge-edits.ts'
import { keepRowKeys } from '../../fields/rows/row-list.ts'
import { comparable, type FieldValue } from '../field-values.ts'
import { fieldValue, type ItemBody, type ItemValues, namesThatDiffer } from '../item-values.ts'
import { fieldAround } from '../keys.ts'
import { rowIds, settle } from './settled.ts'
import type { Basis } from './use-basis.ts'

const isSame = (one: FieldValue, other: FieldValue): boolean => comparable(one) === comparable(other)

interface GoingOnProps {
  declaration: Declaration
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  element: RefObject<HTMLFormElement | null>
  basis: Basis
}

export function useGoingOn({ declaration, form, element, basis: { current, goOnFrom } }: GoingOnProps) {
  /** What was last saved while one stayed, and when, ms since the epoch. */
  const [saved, setSaved] = useState<{ item: AnyEntity; at: number } | null>(null)
  /** The field with the caret when the form was saved: as it was typed, though it is stored with a space less. */
  const typedIn = useRef<{ name: string; typed: FieldValue } | null>(null)

  /** What was saved is what the form begins from now. @param sent what the form held when it was sent */
  function goOn(version: Version, sent: ItemValues) {
    const { base } = goOnFrom(version, true)
    const held = form.getValues()
    const name = fieldAround(document.activeElement, element.current)
    const now = settle(declaration, sent, held, base, name)
    for (const [field, value] of Object.entries(now)) {
      if (declaration.fields[field]?.kind === 'rows')
        keepRowKeys(rowIds(fieldValue(sent, field), fieldValue(base, field)))
      if (namesThatDiffer({ [field]: value }, { [field]: held[field] ?? null }).length > 0)
        form.setValue(field, value)
    }
    const isAsSent = name !== null && isSame(fieldValue(held, name), fieldValue(sent, name))
    typedIn.current = isAsSent ? { name, typed: fieldValue(now, name) } : null
    setSaved({ item: version.item, at: Date.now() })
  }

  /** The caret goes elsewhere: what was saved with a space less is shown so. */
  function leaveField(next: Element | null) {
    const left = typedIn.current
    if (!left || fieldAround(next, element.current) === left.name) return
    typedIn.current = null
    if (isSame(fieldValue(form.getValues(), left.name), left.typed))
      form.setValue(left.name, fieldValue(current.current.base, left.name))
  }

  /** Whether a field differs from what is stored by nothing but how it was typed. */
  const isAsSaved = (name: string, values: ItemValues): boolean =>
    typedIn.current?.name === name && isSame(fieldValue(values, name), typedIn.current.typed)

  return { saved, goOn, leaveField, isAsSaved }
}
