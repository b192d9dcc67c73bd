/** What the club says of itself: a card for each group, with what it says now. */
import './site.css'
import { Link, useLoaderData } from 'react-router'
import { groupNames } from '../../../contract/site/group-names.ts'
import { groups } from '../../../contract/site/groups.ts'
import { cut } from '../../../platform/shared/names.ts'
import { api } from '../../client/api.ts'
import { useClub } from '../../club-words.ts'
import { Heading } from '../layout/heading.tsx'
import { ProblemText } from '../layout/problem-text.tsx'
import { asAdministrator } from '../layout/session-end.ts'
import { summaryOf } from './group-form.ts'

export const clientLoader = () => asAdministrator(api.site())

export default function SiteGroups() {
  const answer = useLoaderData<typeof clientLoader>()
  const { identity } = useClub()
  return (
    <>
      <Heading lead="Lo que el sitio dice del club. Lo que cambies acá se ve en el acto, en todas las páginas.">
        Sitio
      </Heading>
      {answer.ok ? (
        <ul className="site-groups">
          {groupNames.map((name) => {
            const { words, admin } = groups[name]
            const said = summaryOf(name, answer.value[name], identity)
            return (
              <li key={name} className="site-group">
                <h2>
                  <Link to={admin.update}>{words.one}</Link>
                </h2>
                <p>{said === '' ? 'No dice nada.' : cut(said)}</p>
                <p className="site-group-origin mono">
                  {answer.value[name].updatedAt === null ? 'Como viene' : 'Lo escribieron ustedes'}
                </p>
              </li>
            )
          })}
        </ul>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </>
  )
}
