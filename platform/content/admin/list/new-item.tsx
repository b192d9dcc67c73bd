import './new-item.css'
import { useId } from 'react'
import { Link } from 'react-router'
import { editPath } from '../../../admin-layout/paths.ts'
import { useClub } from '../../../pages/club-settings.ts'
import type { Declaration } from '../../shared/fields.ts'
import { getPublicationState } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { describeState } from '../publication/publication-words.ts'
import { ShareItem } from '../share/share-item.tsx'
import type { JustCreated } from './just-created.ts'

interface NewItemProps {
  declaration: Declaration & { name: ResourceName }
  made: JustCreated
}

/** The item that was just created, above the list, with the usual next actions. */
export function NewItem({ declaration, made }: NewItemProps) {
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
        <bdi>{made.name}</bdi>
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
