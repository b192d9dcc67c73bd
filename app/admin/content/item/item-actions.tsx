import './item.css'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Declaration } from '../../../../contract/content/fields.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { nameOf } from '../../../../contract/names.ts'
import { pageOfItem } from '../../../../contract/share.ts'
import { notify } from '../../../ui/notify.ts'
import { Share } from '../../layout/share.tsx'
import { copyPath, editPath } from '../../paths.ts'
import { CancelNight } from './cancel-night.tsx'
import { changeItem, drafting, isHidden, publishing, resuming, selling } from './changes.ts'
import { More } from './more.tsx'
import { canBeCancelled, hasOffers, stampOfItem } from './night.ts'
import { RemoveItems } from './remove-items.tsx'
import type { Undoable } from './undo.tsx'

export interface ItemActionsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  /** Something was done to it: what shows it reads it again, and offers to take it back (useUndo). */
  onChanged: (undo?: Undoable) => void
  /** What is in sight beside the rest; `Editar` unless told. */
  first?: 'edit' | 'remove'
  /** Goes into the address of the form: '?desde=…'. */
  search?: string
}

type Work = typeof resuming

/** What can be done with an item: one action in sight, the others behind "Más". */
export function ItemActions({ declaration, item, onChanged, first = 'edit', search = '' }: ItemActionsProps) {
  const { name: resource, noticeMs: ms } = declaration
  const here = useLocation()
  const [asking, setAsking] = useState<'remove' | 'cancel' | null>(null)
  const [busy, setBusy] = useState(false)
  const name = nameOf(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const stamp = stampOfItem(declaration, item)
  const isSeen = !isHidden(item)
  const page = pageOfItem(resource, item)

  /** One tap, told by a notice and taken back by another. */
  async function work(change: Work, said: string, told: string) {
    if (busy) return
    setBusy(true)
    const answer = await changeItem(resource, item._id, change)
    setBusy(false)
    if (!answer.ok) {
      notify({ title: 'Oops...', text: answer.problem.detail, ms })
      return
    }
    notify({ title: 'Actualizado', text: told, ms })
    onChanged({ said, back: `«${name}» quedó como estaba.`, undo: answer.value.undo })
  }

  const edit = (
    <Link
      className={first === 'edit' ? 'button item-link' : 'button'}
      to={editPath(declaration, item._id) + search}
      state={{ from: here.pathname + here.search }}
    >
      Editar{unseen}
    </Link>
  )
  const remove = (onClick: () => void) => (
    <button type="button" className="button button-danger" onClick={onClick}>
      Borrar{unseen}
    </button>
  )
  const action = (words: ReactNode, onClick: () => void) => (
    <button type="button" className="button" aria-disabled={busy || undefined} onClick={onClick}>
      {words}
      {unseen}
    </button>
  )
  return (
    <div className="item-actions">
      {first === 'edit' ? edit : remove(() => setAsking('remove'))}
      <More name={name}>
        {(close) => {
          const then = (run: () => unknown) => () => {
            close()
            run()
          }
          return (
            <>
              {first !== 'edit' && edit}
              {isSeen && (
                <a className="button" href={page}>
                  Ver en el sitio{unseen}
                </a>
              )}
              {declaration.copiedWithout && (
                <Link className="button" to={copyPath(declaration, item._id)}>
                  Duplicar{unseen}
                </Link>
              )}
              {isSeen && (
                <Share title={name} path={page}>
                  {unseen}
                </Share>
              )}
              {stamp !== 'cancelled' &&
                hasOffers(declaration, item) &&
                (stamp === 'soldout'
                  ? action(
                      'Hay entradas de nuevo',
                      then(() =>
                        work(
                          selling('available'),
                          `Pusiste a la venta «${name}».`,
                          `«${name}» tiene entradas.`,
                        ),
                      ),
                    )
                  : action(
                      'Marcar agotada',
                      then(() =>
                        work(
                          selling('soldout'),
                          `Marcaste «${name}» como agotada.`,
                          `«${name}» está agotada.`,
                        ),
                      ),
                    ))}
              {isSeen
                ? action(
                    'Pasar a borrador',
                    then(() =>
                      work(drafting, `Pasaste «${name}» a borrador.`, `«${name}» ya no se ve en el sitio.`),
                    ),
                  )
                : action(
                    'Publicar',
                    then(() => work(publishing, `Publicaste «${name}».`, `«${name}» ya se ve en el sitio.`)),
                  )}
              {canBeCancelled(declaration) &&
                (stamp === 'cancelled'
                  ? action(
                      'Volver a programar',
                      then(() =>
                        work(resuming, `Volviste a programar «${name}».`, `«${name}» ya no está cancelada.`),
                      ),
                    )
                  : action(
                      'Cancelar la noche',
                      then(() => setAsking('cancel')),
                    ))}
              {first !== 'remove' && remove(then(() => setAsking('remove')))}
            </>
          )
        }}
      </More>
      {asking === 'remove' && (
        <RemoveItems
          declaration={declaration}
          items={new Map([[item._id, name]])}
          onChanged={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'cancel' && (
        <CancelNight
          declaration={declaration}
          item={item}
          onChanged={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
