import { useRef, useState } from 'react'
import { useLoaderData, useLocation, useRevalidator } from 'react-router'
import { TRASH_DAYS } from '../../../contract/limits.ts'
import { nameOf } from '../../../contract/names.ts'
import type { AnyEntity } from '../../../contract/resources.ts'
import { api } from '../../api.ts'
import { notify } from '../../ui/notices.tsx'
import { Confirm } from '../confirm.tsx'
import { Heading } from '../heading.tsx'
import { declarationAt } from '../paths.ts'
import { asAdministrator } from '../session-end.ts'
import { ItemList, type LoadedItems, loadItems } from './item-list.tsx'

export const clientLoader = loadItems

/** Chooses the item to delete, asks, and shows the list without it. */
export default function RemoveList() {
  const { pathname } = useLocation()
  const declaration = declarationAt(pathname)
  const loaded = useLoaderData<LoadedItems>()
  const revalidator = useRevalidator()
  const [chosen, setChosen] = useState<AnyEntity | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const screen = useRef<HTMLDivElement>(null)

  const close = () => {
    setChosen(null)
    setFailure('')
  }

  async function remove(item: AnyEntity) {
    setBusy(true)
    const answer = await asAdministrator(api.remove(declaration.name, item._id))
    setBusy(false)
    if (answer.ok) notify({ title: 'Borrado', ms: declaration.noticeMs })
    else notify({ title: 'Oops...', text: answer.problem.detail, ms: declaration.noticeMs })
    // What somebody else deleted meanwhile is gone too: the list says so by not having it.
    const isGone = answer.ok || answer.problem.status === 404
    if (!isGone) {
      setFailure(answer.problem.detail)
      return
    }
    close()
    await revalidator.revalidate()
    // The button that had the focus went with its row.
    screen.current?.querySelector('h1')?.focus()
  }

  const { one, article } = declaration.words
  return (
    <div key={pathname} ref={screen} className="screen">
      <Heading>Borrar {one}</Heading>
      <ItemList
        {...loaded}
        declaration={declaration}
        action={(item, name) => (
          <button type="button" className="button button-danger" onClick={() => setChosen(item)}>
            Borrar<span className="unseen"> {name}</span>
          </button>
        )}
      />
      {chosen && (
        <Confirm
          question={`¿Borrar ${article} ${one} «${nameOf(declaration, chosen)}»?`}
          consequence={`Deja de verse en el sitio. Queda en la papelera durante ${TRASH_DAYS} días.`}
          deed="Borrar"
          busy={busy}
          failure={failure}
          onConfirm={() => void remove(chosen)}
          onClose={close}
        />
      )}
    </div>
  )
}
