import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { editPath } from '../../../admin-layout/paths.ts'
import { isDate } from '../../../shared/dates.ts'
import { nameOf } from '../../../shared/names.ts'
import { nightDay } from '../../../shared/night-dates.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { listItems } from '../list/list-items.ts'
import type { ItemValues } from './item-values.ts'

/** So long after a day was chosen or typed it is looked up, ms. */
const ASK_DELAY_MS = 400
/** More than these are not named. */
const NAMED_MAX = 3

interface SameNightProps {
  declaration: Declaration & { name: ResourceName }
  /** The field that holds the day. */
  name: string
  /** As it is stored. */
  item: AnyEntity | undefined
}

/** Other nights of the day that is chosen: two on one day may be meant, or be a slip. */
export function SameNight({ declaration, name, item }: SameNightProps) {
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
    <p className={others.length > 0 ? 'entry-hint entry-warning' : 'unseen'} role="status">
      {others.map((other, index) => (
        <span key={other._id}>
          {index === 0 ? 'Ese día ya está ' : ' y '}
          <Link to={editPath(declaration, other._id)}>«{nameOf(declaration, other)}»</Link>
        </span>
      ))}
      {others.length > 0 && '.'}
    </p>
  )
}
