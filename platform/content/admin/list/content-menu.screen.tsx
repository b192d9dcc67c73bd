import './new-item.css'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { editPath, getDeclarationAt, verbs } from '../../../admin-layout/paths.ts'
import { Menu } from '../../../admin-layout/screen-parts.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import type { Declaration } from '../../shared/fields.ts'
import { getPublicationState } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { describeState } from '../publication/publication-words.ts'
import { ShareItem } from '../share/share-item.tsx'
import { type JustCreated, readJustCreated } from './just-created.ts'

/** The menu of a resource: create, edit, delete. After a creation it also shows the new item. */
export default function ResourceMenu() {
  const { pathname, state } = useLocation()
  const declaration = getDeclarationAt(pathname)
  const { admin, words } = declaration
  const made = readJustCreated(state)
  const entries = (['create', 'update', 'remove'] as const).map((screen) => ({
    to: admin[screen],
    label: `${verbs[screen]} ${words.one}`,
  }))
  return (
    <Menu
      title={words.many}
      entries={entries}
      news={made && <NewItem declaration={declaration} made={made} />}
    />
  )
}

interface NewItemProps {
  declaration: Declaration & { name: ResourceName }
  made: JustCreated
}

/** The new item, with the usual next actions. */
function NewItem({ declaration, made }: NewItemProps) {
  const id = useId()
  const { timeZone } = useClub().identity
  const now = Date.now()
  const isPublished = getPublicationState(made, now) === 'published'
  return (
    <section className="made" aria-labelledby={id}>
      <p className="made-what mono">
        {declaration.words.article === 'la' ? 'Recién creada' : 'Recién creado'}
      </p>
      <h2 id={id} className="made-name">
        {made.name}
      </h2>
      <p>{isPublished ? 'Ya se ve en el sitio.' : `${describeState(made, now, timeZone)}.`}</p>
      <div className="screen-actions">
        {isPublished && (
          <a className="button" href={made.page}>
            Ver en el sitio
          </a>
        )}
        <ShareItem resource={declaration.name} item={made} name={made.name} page={made.page} />
        <Link className="button" to={editPath(declaration, made._id)}>
          Seguir editando
        </Link>
      </div>
    </section>
  )
}
