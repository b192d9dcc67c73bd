/** What was saved while the form was open, laid beside what is to be saved here. */
import type { UseFormReturn } from 'react-hook-form'
import { asAdministrator } from '../../../../admin-layout/session-end.ts'
import type { ProblemDetails } from '../../../../api/shared/problems.ts'
import { useClub } from '../../../../pages/club-words.ts'
import type { Declaration } from '../../../shared/fields.ts'
import type { ResourceName } from '../../../shared/resources.ts'
import type { Choice } from '../../conflict/conflict.tsx'
import { type Version, withValue } from '../../conflict/merge-edits.ts'
import { isAllOwn } from '../../conflict/own.ts'
import type { ItemCalls } from '../item-calls.ts'
import { type ItemBody, type ItemValues, isWhatWasSent } from '../item-values.ts'
import { type Basis, clashOf } from './use-basis.ts'

const OTHERS = 'Otra persona guardó cambios mientras editabas. Mirá qué cambió y elegí.'

const OWN = 'Guardaste cambios desde otro lado mientras editabas acá. Mirá qué cambió y elegí.'

/** What came of a look at it. */
type Seen =
  | { problem: ProblemDetails }
  /** It was this very form, whose answer got lost on the way. */
  | { own: Version }
  /** How many fields both changed. */
  | { words: string; fields: number }

interface ConflictProps {
  declaration: Declaration & { name: ResourceName }
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  calls: ItemCalls
  /** null: a new item, which nobody else changes. */
  version: Version | null
  basis: Basis
}

export function useConflict({ declaration, form, calls, version, basis }: ConflictProps) {
  const { clash, setClash, current } = basis
  const { timeZone } = useClub().identity

  /** @param sent null: not the form itself was refused */
  async function look(sent: ItemBody | null): Promise<Seen> {
    if (version === null) throw new Error('there is nothing that others change')
    const answer = await asAdministrator(calls.one(version.item._id))
    if (!answer.ok) return { problem: answer.problem }
    const other = { item: answer.value, etag: answer.etag }
    if (sent && isWhatWasSent(declaration, sent, other.item)) return { own: other }
    const { etag } = current.current
    const isOwn = calls.create !== undefined && (await isAllOwn(declaration.name, other.item._id, etag))
    const next = clashOf(declaration, current.current, form.getValues(), other, timeZone, isOwn)
    setClash(next)
    for (const [name, value] of Object.entries(next.values)) form.setValue(name, value)
    return { words: isOwn ? OWN : OTHERS, fields: next.both.length }
  }

  function choose(name: string, choice: Choice) {
    if (!clash) return
    const from = choice === 'mine' ? clash.mine : clash.now.base
    for (const [field, value] of Object.entries(withValue(form.getValues(), name, from)))
      form.setValue(field, value)
    setClash({ ...clash, choices: { ...clash.choices, [name]: choice } })
  }

  return { openChoices: clash?.both.filter((name) => !clash.choices[name]).length ?? 0, look, choose }
}
