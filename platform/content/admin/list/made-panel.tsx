import './made-panel.css'
import { useId } from 'react'
import { Link } from 'react-router'
import { editPath } from '../../../admin-layout/paths.ts'
import { useClub } from '../../../pages/club-words.ts'
import type { Declaration } from '../../shared/fields.ts'
import { stateOf } from '../../shared/publication.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { stateSentence } from '../publication/publication-words.ts'
import { ShareItem } from '../share/share-item.tsx'
import type { JustMade } from './just-made.ts'

/** What was just made, and what one does next with it: seen, sent on, gone on with. */
export function MadePanel({
  declaration,
  made,
}: {
  declaration: Declaration & { name: ResourceName }
  made: JustMade
}) {
  const id = useId()
  const { timeZone } = useClub().identity
  const now = Date.now()
  const isSeen = stateOf(made, now) === 'published'
  return (
    <section className="made" aria-labelledby={id}>
      <p className="made-what mono">
        {declaration.words.article === 'la' ? 'Recién creada' : 'Recién creado'}
      </p>
      <h2 id={id} className="made-name">
        {made.name}
      </h2>
      <p>{isSeen ? 'Ya se ve en el sitio.' : `${stateSentence(made, now, timeZone)}.`}</p>
      <div className="screen-actions">
        {isSeen && (
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
