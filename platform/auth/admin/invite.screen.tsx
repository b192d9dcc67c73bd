import './own-account.css'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { useMoment } from '../../admin-layout/admin-words.ts'
import { Button } from '../../admin-layout/button.tsx'
import { adminPaths } from '../../admin-layout/paths.ts'
import { Heading } from '../../admin-layout/screen-parts.tsx'
import { SendLink } from '../../admin-layout/send-link.tsx'
import { ActionBar } from '../../forms/action-bar.tsx'
import { FormProblemRow } from '../../forms/form-problem.tsx'
import { LineField } from '../../forms/text-field.tsx'
import { PlainDraftNote } from '../../forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../forms/unsaved-draft/use-draft.ts'
import { usePlainForm } from '../../forms/use-plain-form.ts'
import { useClub } from '../../pages/club-settings.ts'
import { PERSON_NAME_MAX } from '../../shared/limits.ts'
import type { NewInvitation } from '../shared/accounts.ts'
import { invitationSchema } from '../shared/accounts.ts'
import { INVITATION_DAYS } from '../shared/one-time-links.ts'
import { invitationMessage } from './invitations.tsx'

const BLANK = { name: '' }

interface CreatedInvitation extends NewInvitation {
  name: string | null
}

/** The screen that creates an invitation. Its recipient chooses e-mail and password. */
export default function Invite() {
  const [invitation, setInvitation] = useState<CreatedInvitation | null>(null)
  return (
    <div className="screen">
      {invitation ? (
        <InvitationLink invitation={invitation} onAnother={() => setInvitation(null)} />
      ) : (
        <InvitationForm
          onCreated={(one) => setInvitation({ ...one, url: new URL(one.url, location.origin).href })}
        />
      )}
    </div>
  )
}

function InvitationForm({ onCreated }: { onCreated(invitation: CreatedInvitation): void }) {
  const form = useForm({ resolver: zodResolver(invitationSchema), defaultValues: BLANK })
  const draft = usePlainDraft(adminPaths.invite, form, BLANK)
  const { state, reportFields, send } = usePlainForm(form)

  const submit = form.handleSubmit(async ({ name = null }) => {
    const sent = await send(() => adminApi.post('/invitations', { body: { name } }))
    if (sent === null) return
    await draft.drop()
    onCreated({ ...sent.value, name })
  }, reportFields)

  return (
    <>
      <Heading lead="Le mandás un enlace, y elige su e-mail y su contraseña. Va a poder hacer todo lo que vos podés hacer.">
        Invitar
      </Heading>
      <form noValidate className="item-form" onSubmit={submit}>
        <LineField
          label="Nombre"
          hint="Opcional. Para que sepas de quién es, y para saludar en el mensaje."
          autoComplete="off"
          maxLength={PERSON_NAME_MAX}
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
        <PlainDraftNote draft={draft} />
        <ActionBar
          label="Hacer el enlace"
          progress={state.isSending ? { sent: null } : null}
          rows={
            state.problem && (
              <FormProblemRow
                problem={state.problem}
                invalidCount={state.invalidCount}
                label="Hacer el enlace"
              />
            )
          }
        >
          <Link className="button" to={adminPaths.users}>
            Volver a Usuarios
          </Link>
        </ActionBar>
      </form>
    </>
  )
}

/** Shows the link of a new invitation. The server does not show it again. */
function InvitationLink({ invitation, onAnother }: { invitation: CreatedInvitation; onAnother(): void }) {
  const moment = useMoment()
  const { name: club } = useClub().identity
  const { name, url, expiresAt } = invitation
  const message = invitationMessage({ name, club })
  return (
    <>
      <Heading
        lead={`Sirve una sola vez, por ${INVITATION_DAYS} días: hasta el ${moment(expiresAt)}. No se vuelve a mostrar; si se pierde, hacé otra.`}
      >
        {name ? `Invitación para ${name}` : 'Invitación'}
      </Heading>
      <div className="invitation">
        <p className="invitation-words">{message}</p>
        <p className="shown-link mono">{url}</p>
        <SendLink message={message} url={url} />
        <p className="panel-lead">Quien tenga el enlace puede entrar: mandáselo solo a esa persona.</p>
        <div className="screen-actions">
          <Link className="button" to={adminPaths.users}>
            Listo
          </Link>
          <Button onClick={onAnother}>Hacer otra</Button>
        </div>
      </div>
    </>
  )
}
