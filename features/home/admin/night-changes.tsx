/**
 * Changes of the next night from the home screen: next phase, sold out, on sale again, cancelled, resumed, line-up revealed. Each change can be undone until the
 * administrator leaves the screen.
 */
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ItemChange } from '../../../platform/content/admin/item/item-action.ts'
import { useItemChanges } from '../../../platform/content/admin/item/use-item-changes.ts'
import { ShareSetDialog } from '../../../platform/content/admin/share/share-item.tsx'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { Bar } from '../../../platform/forms/action-bar.tsx'
import { type Undoable, useUndo } from '../../../platform/forms/undo.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { clearNotices } from '../../../platform/ui/notify.ts'
import { CancelNight } from '../../nights/admin/exports/cancel-night.tsx'
import { passToNextPhase, resume, sellAgain, sellOut } from '../../nights/admin/exports/sale-changes.ts'
import type { NextNight } from '../shared/overview.ts'
import type { NightCommand } from './night-actions.ts'
import { RevealLineUp } from './reveal-line-up.tsx'

const declaration = { ...getDeclaration('events'), name: 'events' as const }

/** A change that the administrator chose. Each tap creates an object of its own. */
export interface NightChange {
  /** The loaded data may show another next night before the change is undone. */
  night: NextNight
  action: NightCommand['action']
}

export default function NightChanges({ change }: { change: NightChange }) {
  const { revalidate } = useRevalidator()
  const undo = useUndo({ ms: declaration.noticeMs, onUndone: revalidate })
  const onChanged = (undoable: Undoable) => {
    undo.offer(undoable)
    void revalidate()
  }
  const item = { ...change.night, createdAt: '', updatedAt: '', images: {}, alt: {} }
  return (
    <>
      {undo.rows && <Bar>{undo.rows}</Bar>}
      <Change change={change} item={item} onChanged={onChanged} />
    </>
  )
}

/** Changes that need no question. */
const atOnce: {
  [A in NightCommand['action']]?: (night: NextNight, name: string, timeZone: string) => ItemChange
} = {
  'next-phase': ({ nextPhase }, _, timeZone) => passToNextPhase(nextPhase ?? '', Date.now(), timeZone),
  resume: (_, name) => resume(name),
  'sell-out': (_, name) => sellOut(name),
  'sell-again': (_, name) => sellAgain(name),
}

interface ChangeProps {
  change: NightChange
  item: AnyEntity
  onChanged: (undoable: Undoable) => void
}

function Change({ change, item, onChanged }: ChangeProps) {
  const { change: makeChange, publish } = useItemChanges({ declaration, item, onChanged })
  const [asked, setAsked] = useState<NightChange | null>(null)
  const { timeZone } = useClub().identity
  /** The last change that was begun. React can run an effect twice, but the change is made once. */
  const begun = useRef<NightChange | null>(null)
  /** The night whose sale was changed. Until the screen has loaded it again, a further tap would repeat the change. */
  const changed = useRef<NextNight | null>(null)
  useEffect(() => {
    if (begun.current === change) return
    begun.current = change
    const at = atOnce[change.action]
    // Publishing is refused while a value of the night waits to be confirmed.
    if (change.action === 'publish') void publish()
    else if (!at) setAsked(change)
    else if (changed.current !== change.night)
      void changeAtOnce(at(change.night, formatDatedItemName(declaration, item), timeZone))
  })

  async function changeAtOnce(made: ItemChange) {
    // The notice of the change before would contradict the new one.
    clearNotices()
    if (await makeChange(made)) changed.current = change.night
  }

  if (asked !== change) return null
  const onClose = () => setAsked(null)
  if (change.action === 'share')
    return <ShareSetDialog resource="events" id={change.night._id} onClose={onClose} />
  return change.action === 'reveal' ? (
    <RevealLineUp
      item={item}
      revealsAt={change.night.lineup.revealsAt}
      onChanged={onChanged}
      onClose={onClose}
    />
  ) : (
    <CancelNight declaration={declaration} item={item} onChanged={onChanged} onClose={onClose} />
  )
}
