/** The screen that lists the settings groups. Each card shows the current values of a group. */
import './settings-list.css'
import { Link, useLoaderData } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { adminPaths } from '../../admin-layout/paths.ts'
import { labelFor, screens } from '../../admin-layout/screen-list.ts'
import { Heading, ProblemText, SubMenu } from '../../admin-layout/screen-parts.tsx'
import { truncateName } from '../../content/shared/item-names.ts'
import { useClub } from '../../pages/club-settings.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import { settingsNames } from '../shared/settings-names.ts'
import { summarizeSettings } from './settings-form.ts'

export const clientLoader = () => adminApi.get('/site')

/** Screens of features that belong to the site and are no settings group. */
const otherEntries = screens
  .filter(({ path, parent }) => parent === adminPaths.site && !path.includes(':'))
  .map(({ path, label }) => ({ to: path, label: labelFor(label, '') ?? '' }))

export default function SettingsList() {
  const answer = useLoaderData<typeof clientLoader>()
  const { identity } = useClub()
  return (
    <>
      <Heading lead="Lo que el sitio dice del club. Lo que cambies acá se ve en el acto, en todas las páginas.">
        Sitio
      </Heading>
      {answer.ok ? (
        <ul className="site-groups">
          {settingsNames.map((name) => {
            const { words, admin } = settingsGroups[name]
            const summary = summarizeSettings(name, answer.value[name], identity)
            return (
              <li key={name} className="site-group">
                <h2>
                  <Link to={admin.update}>{words.one}</Link>
                </h2>
                <p>{summary === '' ? 'No dice nada.' : truncateName(summary)}</p>
                {summary !== '' && (
                  <p className="site-group-origin mono">
                    {answer.value[name].updatedAt === null ? 'Como viene' : 'Lo escribieron ustedes'}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
      {otherEntries.length > 0 && <SubMenu title="Además" entries={otherEntries} />}
    </>
  )
}
