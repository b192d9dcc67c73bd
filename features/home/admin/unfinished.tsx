/** List of the unsaved drafts that this browser keeps, each with a link to its form. */

import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatRecent } from '../../../platform/admin-layout/admin-words.ts'
import { inbox } from '../../../platform/admin-layout/feature-parts.ts'
import { verbs } from '../../../platform/admin-layout/paths.ts'
import { createTrail, findPlace } from '../../../platform/admin-layout/screen-list.ts'
import { formatItemName, truncateName } from '../../../platform/content/shared/item-names.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { listDrafts } from '../../../platform/forms/unsaved-draft/draft-storage.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'

/** Maximum number of listed drafts, so that the home screen fits a phone. */
const SHOWN = 3

type DraftList = Awaited<ReturnType<typeof listDrafts>>

export function UnsavedDrafts() {
  const { timeZone } = useClub().identity
  const [kept, setKept] = useState<DraftList>([])
  useEffect(() => {
    let isUnmounted = false
    void listDrafts().then((drafts) => isUnmounted || setKept(drafts))
    return () => {
      isUnmounted = true
    }
  }, [])
  if (kept.length === 0) return null
  return (
    <section className="home-waiting" aria-labelledby="unfinished">
      <h2 id="unfinished" className="menu-title mono">
        Seguir con lo que escribías
      </h2>
      <ul>
        {kept.slice(0, SHOWN).map(({ path, values, savedAt }) => (
          <li key={path}>
            <Link to={path}>
              <span>
                <bdi>{describeDraft(path, values)}</bdi>
                <span className="home-said mono">
                  {' '}
                  {formatRecent(new Date(savedAt).toISOString(), Date.now(), timeZone)}
                </span>
              </span>
            </Link>
          </li>
        ))}
        {kept.length > SHOWN && <li className="home-rest mono">y {kept.length - SHOWN} más</li>}
      </ul>
    </section>
  )
}

/** Returns the form and the name of a draft. @param values the form values that the browser stored */
function describeDraft(path: string, values: unknown): string {
  const { pathname } = new URL(path, location.origin)
  const fields = typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  const place = findPlace(pathname)
  if (place) {
    const declaration = getDeclaration(place.resource)
    const verb = place.screen === 'create' ? verbs.create : verbs.update
    const name = formatItemName(declaration, fields)
    return `${verb} ${declaration.words.one}${name && `: ${name}`}`
  }
  const isAnswer = pathname.startsWith(`${inbox?.to}/`) && typeof fields.text === 'string'
  if (isAnswer) return `Respuesta: ${truncateName(fields.text as string)}`
  const steps = createTrail(pathname).slice(1)
  return steps.map(({ label }) => label).join(': ')
}
