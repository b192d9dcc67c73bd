/** Dialog that sets the moment from which visitors see the whole line-up of the next night. */
import { useId, useState } from 'react'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { useModal } from '../../../platform/admin-layout/overlay.tsx'
import { MomentField } from '../../../platform/content/admin/fields/date-field.tsx'
import { useItemChanges } from '../../../platform/content/admin/item/use-item-changes.ts'
import { parseMoment } from '../../../platform/content/admin/publication/choice.ts'
import { formatDayAndHour } from '../../../platform/content/admin/publication/publication-words.ts'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import type { Undoable } from '../../../platform/forms/undo.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { revealLineUp } from '../../nights/admin/exports/night-changes.ts'
import { isAfterStart, LATE } from '../../nights/shared/late-moments.ts'

const declaration = { ...getDeclaration('events'), name: 'events' as const }

interface RevealLineUpProps {
  item: AnyEntity
  /** The moment at which the last artist is revealed now, ISO 8601. null when all are visible. */
  revealsAt: string | null
  onChanged: (undoable: Undoable) => void
  onClose: () => void
}

export function RevealLineUp({ item, revealsAt, onChanged, onClose }: RevealLineUpProps) {
  const dialog = useModal()
  const id = useId()
  const { timeZone } = useClub().identity
  const [typed, setTyped] = useState(revealsAt === null ? '' : wallClock(Date.parse(revealsAt), timeZone))
  const [isRefused, setRefused] = useState(false)
  const { busy, change } = useItemChanges({ declaration, item, onChanged })
  const name = formatDatedItemName(declaration, item)
  const isLate = isAfterStart(parseMoment(typed, timeZone), String(item.date), Date.now(), timeZone)

  async function reveal(at: number | null) {
    const now = Date.now()
    const isLater = at !== null && at > now
    const notice = isLater
      ? `El line-up de «${name}» se revela el ${formatDayAndHour(at, now, timeZone)}.`
      : `Ya se ve quién toca en «${name}».`
    const isDone = await change({
      create: revealLineUp(isLater ? new Date(at).toISOString() : null),
      said: isLater ? `Programaste el line-up de «${name}».` : `Revelaste el line-up de «${name}».`,
      notice,
    })
    if (isDone) dialog.current?.close()
  }

  return (
    <dialog ref={dialog} className="dialog home-reveal" aria-labelledby={`${id}-question`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const at = parseMoment(typed, timeZone)
          setRefused(at === null)
          if (at !== null) void reveal(at)
        }}
      >
        <h2 id={`${id}-question`}>¿Cuándo se revela el line-up de «{name}»?</h2>
        <p>Todos los artistas juntos. Hasta entonces no se ve quién toca.</p>
        <MomentField
          label="Se revela"
          value={typed}
          error={isRefused ? 'Poné el día y también la hora.' : undefined}
          onChange={(value) => {
            setTyped(value)
            setRefused(false)
          }}
        />
        <p className={isLate ? 'entry-hint entry-warning' : 'unseen'} {...liveRegion}>
          {isLate && LATE}
        </p>
        <div className="dialog-actions">
          <Button onClick={() => dialog.current?.close()}>Volver</Button>
          <Button isDisabled={busy} onClick={() => void reveal(null)}>
            Revelarlo ya
          </Button>
          <Button type="submit" kind="strong" isDisabled={busy}>
            Guardar
          </Button>
        </div>
      </form>
    </dialog>
  )
}
