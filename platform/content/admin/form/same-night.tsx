import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { listItems } from '../../../admin-layout/list-items.ts'
import { editPath } from '../../../admin-layout/paths.ts'
import { isDate } from '../../../shared/dates.ts'
import { nightDay } from '../../../shared/night-dates.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import { formatItemName } from '../../shared/item-names.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { useEditedItem } from './editor/editor-context.ts'
import type { ItemValues } from './item-values.ts'

/** Delay between a change of the day and the request, ms. */
const ASK_DELAY_MS = 400
/** Largest number of nights that the note names. */
const NAMED_MAX = 3

/**
 * Note that names other nights on the chosen day, because a second night may be a mistake. @param name the field of the day
 */
export function SameNight({ name }: { name: string }) {
  const { declaration, item } = useEditedItem()
  const date = String(useWatch<ItemValues>({ name }) ?? '')
  const night = isDate(date) ? nightDay(date) : ''
  const [found, setFound] = useState<{ night: string; others: AnyEntity[] } | null>(null)
  const { name: resource } = declaration
  const ownId = item?._id

  useEffect(() => {
    if (night === '') return
    let isGone = false
    const timer = setTimeout(async () => {
      const answer = await listItems(resource, {
        from: night,
        to: night,
        state: 'all',
        limit: NAMED_MAX + 1,
      })
      if (isGone || !answer.ok) return
      setFound({ night, others: answer.value.filter(({ _id }) => _id !== ownId).slice(0, NAMED_MAX) })
    }, ASK_DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [resource, night, ownId])

  const others = found?.night === night ? found.others : []
  return (
    <p className={others.length > 0 ? 'entry-hint entry-warning' : 'unseen'} {...liveRegion}>
      {others.map((other, index) => (
        <span key={other._id}>
          {index === 0 ? 'Ese día ya está ' : ' y '}
          <Link to={editPath(declaration, other._id)}>
            «<bdi>{formatItemName(declaration, other)}</bdi>»
          </Link>
        </span>
      ))}
      {others.length > 0 && '.'}
    </p>
  )
}
