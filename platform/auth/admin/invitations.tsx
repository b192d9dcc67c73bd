import { useMoment } from '../../admin-layout/admin-words.ts'
import { Button } from '../../admin-layout/button.tsx'
import type { Invitation } from '../shared/accounts.ts'
import { formatPerson } from '../shared/emails.ts'
import { INVITATION_DAYS } from '../shared/one-time-links.ts'

/** Returns the message that an administrator sends with the link of an invitation. */
export const invitationMessage = ({ name, club }: { name: string | null; club: string }): string =>
  `Hola${name ? ` ${name}` : ''}, te invito a administrar el sitio de ${club}. Creá tu cuenta con este enlace, que sirve una sola vez y por ${INVITATION_DAYS} días:`

interface InvitationsProps {
  invitations: Invitation[]
  onRevoke(invitation: Invitation): void
}

export const invitationName = ({ name }: Pick<Invitation, 'name'>): string => name ?? 'Sin nombre'

/** The list of invitations that nobody has accepted yet. */
export function Invitations({ invitations, onRevoke }: InvitationsProps) {
  const moment = useMoment()
  if (invitations.length === 0) return null
  return (
    <section className="user-group" aria-label="Invitaciones">
      <h2 className="user-group-title">
        Invitaciones <span className="mono">{invitations.length}</span>
      </h2>
      <ul className="item-list" aria-label="Invitaciones">
        {invitations.map((invitation) => (
          <li key={invitation._id} className="item item-user">
            <div className="item-words">
              <p className="item-name">
                <bdi>{invitationName(invitation)}</bdi>
              </p>
              <p className="item-facts mono">
                <span>
                  La hizo <bdi>{formatPerson({ name: invitation.byName, email: invitation.by })}</bdi>
                </span>
                <span>Sirve hasta el {moment(invitation.expiresAt)}</span>
              </p>
            </div>
            <div className="item-action">
              <Button kind="danger" onClick={() => onRevoke(invitation)}>
                Anular<span className="unseen"> la invitación: {invitationName(invitation)}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
