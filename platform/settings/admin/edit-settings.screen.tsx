/** The form of a settings group, and its reset to the defaults. */

import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  redirectDocument,
  useLoaderData,
  useLocation,
  useRevalidator,
} from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { Button } from '../../admin-layout/button.tsx'
import { ConfirmAction } from '../../admin-layout/dialog.tsx'
import { itemAuditLogPath } from '../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../admin-layout/screen-parts.tsx'
import { readItemDraft } from '../../content/admin/form/editor/use-item-editor.ts'
import { ItemForm } from '../../content/admin/form/item-form.tsx'
import { settingsGroups } from '../shared/all-settings.ts'
import { isSettingsName, SETTINGS_RESOURCE, type SettingsName } from '../shared/settings-names.ts'
import {
  applySavedSettings,
  createSettingsCalls,
  settingsFormDeclaration,
  settingsToItem,
} from './settings-form.ts'
import { SettingsPreview } from './settings-preview.tsx'

export async function clientLoader({ params: { group: name = '' }, request }: ClientLoaderFunctionArgs) {
  if (!isSettingsName(name)) throw redirectDocument('/404')
  const { pathname } = new URL(request.url)
  const [answer, draft] = await Promise.all([adminApi.get(`/site/${name}`), readItemDraft(pathname)])
  return { name, answer, draft }
}

export default function EditSettings() {
  const { pathname } = useLocation()
  return <SettingsForm key={pathname} />
}

function SettingsForm() {
  const { pathname } = useLocation()
  const { name, answer, draft } = useLoaderData<typeof clientLoader>()
  const { words, shownOn, lead } = settingsGroups[name]
  /** True after a save. The loaded `answer` is then outdated: it may still show that the group has only default values. */
  const [isSaved, setSaved] = useState(false)
  /** Number of resets. It is part of the key of the form, so each reset remounts the form. */
  const [resets, setResets] = useState(0)
  function remountForm() {
    setSaved(false)
    setResets(resets + 1)
  }

  return (
    <div className="screen">
      <Heading lead={['Se ve en el sitio apenas lo guardás.', lead].filter(Boolean).join(' ')}>
        {words.one}
      </Heading>
      {answer.ok ? (
        <>
          <nav aria-label="Este grupo" className="screen-actions">
            <a className="button" href={shownOn}>
              Ver la página
            </a>
            <Link className="button" to={itemAuditLogPath(SETTINGS_RESOURCE, name)}>
              Historial
            </Link>
            {(isSaved || answer.value.updatedAt !== null) && <ResetButton name={name} onDone={remountForm} />}
          </nav>
          {name === 'home' && <OtherHomeSettings />}
          <ItemForm
            key={`${answer.etag} ${resets}`}
            declaration={settingsFormDeclaration(name)}
            path={pathname}
            draft={draft}
            version={{ item: settingsToItem(name, answer.value), etag: answer.etag }}
            calls={createSettingsCalls(name)}
            onSaved={() => setSaved(true)}
            around={(fields) => <SettingsPreview name={name}>{fields}</SettingsPreview>}
          />
        </>
      ) : (
        <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}

/** Links to the other groups whose settings are shown at the top of the home page. */
function OtherHomeSettings() {
  const { search } = useLocation()
  return (
    <p>
      El nombre, la frase y los lemas están en{' '}
      <Link to={settingsGroups.identity.admin.update + search}>Identidad</Link>; el film y los colores, en{' '}
      <Link to={settingsGroups.look.admin.update + search}>Apariencia</Link>; la dirección, en{' '}
      <Link to={settingsGroups.contact.admin.update + search}>Contacto</Link>.
    </p>
  )
}

function ResetButton({ name, onDone }: { name: SettingsName; onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  const { words, noticeMs } = settingsGroups[name]
  return (
    <>
      <Button onClick={() => setAsking(true)}>Volver a lo que viene</Button>
      {isAsking && (
        <ConfirmAction
          question={`¿Volver a lo que viene en ${words.one}?`}
          consequence="Lo que escribieron queda en el historial: desde ahí se puede traer de vuelta."
          confirmLabel="Volver a lo que viene"
          doing="Volviendo…"
          call={() => adminApi.delete(`/site/${name}`)}
          notice={{ title: 'Actualizado', text: 'Ya se ve en el sitio.', ms: noticeMs }}
          isFailureQuiet
          onDone={async (group) => {
            setAsking(false)
            if (group) applySavedSettings(name, group)
            await revalidate()
            onDone()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
