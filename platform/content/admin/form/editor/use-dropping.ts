/** A draft that is thrown away comes back as long as the form is open. */
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Declaration } from '../../../shared/fields.ts'
import type { DraftKeeper } from '../../draft/use-draft.ts'
import { publicationNames } from '../../publication/choice.ts'
import { altFieldOf, type ItemBody, type ItemValues, namesThatDiffer } from '../item-values.ts'

interface DroppingProps {
  declaration: Declaration
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  keeper: Pick<DraftKeeper, 'drop' | 'resume'>
  /** What is stored. */
  base: ItemValues
  /** What the form begins with, when it begins anew. */
  beginning: ItemValues
}

export function useDropping({ declaration, form, keeper, base, beginning }: DroppingProps) {
  const [dropped, setDropped] = useState<ItemValues | null>(null)

  function startOver() {
    setDropped(structuredClone(form.getValues()))
    void keeper.drop()
    form.reset(beginning)
  }

  function bringBack() {
    if (!dropped) return
    keeper.resume()
    for (const [name, value] of Object.entries(dropped)) form.setValue(name, value)
    // The button goes; the first field that it changed goes on.
    const changed = new Set(namesThatDiffer(dropped, base).map((name) => altFieldOf(name) ?? name))
    const names = [...Object.keys(declaration.fields), ...publicationNames]
    const first = names.find((name) => changed.has(name))
    if (first !== undefined) form.setFocus(first)
    setDropped(null)
  }

  return { dropped, startOver, bringBack, forget: () => setDropped(null) }
}
