import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLoaderData, useLocation, useRevalidator } from 'react-router'
import type { Declaration } from '../../../../contract/content/fields.ts'
import type { ResourceName } from '../../../../contract/content/resources.ts'
import { TRASH_DAYS } from '../../../../contract/limits.ts'
import { nameOf } from '../../../../contract/names.ts'
import { notify } from '../../../ui/notify.ts'
import { Confirm } from '../../layout/confirm.tsx'
import { Heading } from '../../layout/heading.tsx'
import { countOf } from '../../layout/words.ts'
import { adminPaths, declarationAt } from '../../paths.ts'
import { trashCalls } from '../../trash/api.ts'
import { Bar } from '../form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../form/form-problem.tsx'
import { ItemList, type LoadedItems, loadItems } from './item-list.tsx'

export const clientLoader = loadItems

/** Items by their ids, with what they are called. */
type Named = ReadonlyMap<string, string>

const none: Named = new Map()

/** Chooses the items to delete, asks, shows the list without them, and takes it back until one leaves. */
export default function RemoveList() {
  const { pathname } = useLocation()
  // What was chosen and what can be taken back belong to one list.
  return <List key={pathname} declaration={declarationAt(pathname)} />
}

function List({ declaration }: { declaration: Declaration & { name: ResourceName } }) {
  const loaded = useLoaderData<LoadedItems>()
  const revalidator = useRevalidator()
  const [chosen, setChosen] = useState(none)
  const [asking, setAsking] = useState(none)
  /** Each deletion since one came, the last one last. */
  const [deleted, setDeleted] = useState<Named[]>([])
  const [busy, setBusy] = useState(false)
  const screen = useRef<HTMLDivElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const undoId = useId()
  const { name: resource, noticeMs: ms, words } = declaration
  const { problem, reportProblem, clearProblem } = useFormProblem(ms)

  // The button that had the focus went with its row: taking it back is what one may want next.
  useEffect(() => {
    if (deleted.length > 0) undo.current?.focus({ preventScroll: true })
  }, [deleted])

  const say = (names: Named) => {
    const [only] = names.values()
    return names.size === 1 ? `«${only}»` : countOf(names.size, words)
  }

  function choose(id: string, name: string, isChosen: boolean) {
    const next = new Map(chosen)
    if (isChosen) next.set(id, name)
    else next.delete(id)
    setChosen(next)
  }

  function close() {
    setAsking(none)
    clearProblem()
  }

  async function remove() {
    setBusy(true)
    const answer = await trashCalls.remove(resource, [...asking.keys()])
    setBusy(false)
    // What somebody else deleted meanwhile is gone too: the list says so by not having it.
    const isGone = answer.ok || answer.problem.status === 404
    if (!isGone) {
      reportProblem(answer.problem)
      return
    }
    notify(answer.ok ? { title: 'Borrado', ms } : { title: 'Oops...', text: answer.problem.detail, ms })
    const removed = new Map([...asking].filter(([id]) => answer.ok && answer.value.ids.includes(id)))
    setChosen(new Map([...chosen].filter(([id]) => !asking.has(id))))
    close()
    await revalidator.revalidate()
    if (removed.size > 0) setDeleted([...deleted, removed])
    else screen.current?.querySelector('h1')?.focus()
  }

  async function takeBack(last: Named) {
    if (busy) return
    setBusy(true)
    clearProblem()
    const answer = await trashCalls.restore(resource, [...last.keys()])
    setBusy(false)
    if (!answer.ok) {
      reportProblem(answer.problem)
      return
    }
    notify({ title: 'Actualizado', text: `De vuelta: ${say(last)}.`, ms })
    setDeleted(deleted.slice(0, -1))
    await revalidator.revalidate()
    if (deleted.length === 1) screen.current?.querySelector('h1')?.focus({ preventScroll: true })
  }

  const last = deleted.at(-1)
  const items = loaded.answer.ok ? loaded.answer.value : []
  const isPageChosen = items.length > 0 && items.every(({ _id }) => chosen.has(_id))
  return (
    <div ref={screen} className="screen">
      <Heading>Borrar {words.one}</Heading>
      <ItemList
        {...loaded}
        declaration={declaration}
        choice={({ _id }, name) => (
          <label className="choice">
            <input
              type="checkbox"
              checked={chosen.has(_id)}
              onChange={({ target }) => choose(_id, name, target.checked)}
            />
            <span className="unseen">Elegir {name}</span>
          </label>
        )}
        action={({ _id }, name) => (
          <button
            type="button"
            className="button button-danger"
            onClick={() => setAsking(new Map([[_id, name]]))}
          >
            Borrar<span className="unseen"> {name}</span>
          </button>
        )}
      >
        {items.length > 1 && (
          <label className="choice choice-all">
            <input
              type="checkbox"
              checked={isPageChosen}
              onChange={({ target }) => {
                const next = new Map(chosen)
                for (const item of items) {
                  if (target.checked) next.set(item._id, nameOf(declaration, item))
                  else next.delete(item._id)
                }
                setChosen(next)
              }}
            />
            Elegir {items.length === 2 ? 'los dos' : `los ${items.length}`} de esta página
          </label>
        )}
      </ItemList>
      {(chosen.size > 0 || last) && (
        <Bar>
          {problem && asking.size === 0 && <FormProblemRow problem={problem} />}
          {last && (
            <div className="bar-row">
              <div id={undoId}>
                <p>
                  Borraste {say(last)}. {last.size === 1 ? 'Queda' : 'Quedan'} en la{' '}
                  <Link to={adminPaths.trash} className="text-link">
                    papelera
                  </Link>
                  .
                </p>
                {deleted.length > 1 && (
                  <p className="bar-note mono">{deleted.length} borrados para deshacer</p>
                )}
              </div>
              <button
                ref={undo}
                type="button"
                className="button button-strong"
                aria-disabled={busy || undefined}
                aria-describedby={undoId}
                onClick={() => void takeBack(last)}
              >
                Deshacer
              </button>
            </div>
          )}
          {chosen.size > 0 && (
            <>
              <p className="sending" role="status">
                {chosen.size === 1 ? '1 elegido' : `${chosen.size} elegidos`}
              </p>
              <button type="button" className="button" onClick={() => setChosen(none)}>
                Ninguno
              </button>
              <button type="button" className="button button-danger" onClick={() => setAsking(chosen)}>
                Borrar {chosen.size === 1 ? 'el elegido' : `los ${chosen.size}`}
              </button>
            </>
          )}
        </Bar>
      )}
      {asking.size > 0 && (
        <Confirm
          question={
            asking.size === 1
              ? `¿Borrar ${words.article} ${words.one} ${say(asking)}?`
              : `¿Borrar ${countOf(asking.size, words)}?`
          }
          names={asking.size > 1 ? [...asking.values()] : []}
          consequence={`${asking.size === 1 ? 'Deja de verse en el sitio. Queda' : 'Dejan de verse en el sitio. Quedan'} en la papelera durante ${TRASH_DAYS} días.`}
          confirmLabel="Borrar"
          busy={busy}
          failure={problem?.detail}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
