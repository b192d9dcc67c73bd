import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { asAdministrator } from '../../../../admin-layout/session-end.ts'
import type { Answer, Sending } from '../../../../api/client/call.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import type { Origin, Version } from '../../conflict/merge-edits.ts'
import { NO_PICTURE } from '../field-values.ts'
import type { ItemCalls } from '../item-calls.ts'
import { altFieldOf, fieldValue, type ItemBody, type ItemValues, namesThatDiffer } from '../item-values.ts'

/** Of a conflict that a film ran into. */
const FILM_AGAIN = 'Después subí el film de nuevo.'

interface FilmProps {
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  version: Version | null
  calls: ItemCalls
  current: RefObject<Origin>
  goOnFrom: (next: Version, isAll: boolean) => Origin
  /** @returns what the conflict is, in words */
  showConflict: () => Promise<string>
}

/** A film goes in by itself, and then the picture taken from it, unless one was chosen. What is typed stays. */
export function useFilm({ form, version, calls, current, goOnFrom, showConflict }: FilmProps) {
  return async (poster: string, film: Blob, frame: string, sending: Sending): Promise<Answer<AnyEntity>> => {
    if (!version || !calls.addFilm) throw new Error('there is nothing that has a film')
    const answer = await asAdministrator(calls.addFilm(film, { ...sending, etag: current.current.etag }))
    if (!answer.ok) {
      if (answer.problem.status !== 412) return answer
      const detail = `${await showConflict()} ${FILM_AGAIN}`
      return { ...answer, problem: { ...answer.problem, detail } }
    }
    adopt({ item: answer.value, etag: answer.etag })
    const chosen = form.getValues(poster)
    // One that was chosen here goes with the rest; one that is stored belongs to the film before.
    if (chosen !== '' && chosen !== NO_PICTURE) return answer
    form.setValue(poster, '')
    const framed = await asAdministrator(
      calls.update(version.item._id, { [poster]: frame }, { etag: answer.etag }),
    )
    if (framed.ok) adopt({ item: framed.value, etag: framed.etag })
    // It goes with the rest.
    else form.setValue(poster, frame, { shouldDirty: true })
    return answer
  }

  function adopt(next: Version) {
    const before = current.current.base
    const { base } = goOnFrom(next, false)
    for (const name of namesThatDiffer(base, before))
      if (altFieldOf(name) === null) form.setValue(name, fieldValue(base, name))
  }
}
