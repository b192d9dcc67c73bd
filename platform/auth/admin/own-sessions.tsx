import { useRevalidator } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { useMoment } from '../../admin-layout/admin-words.ts'
import { Button } from '../../admin-layout/button.tsx'
import type { Answer } from '../../api/client/call.ts'
import { Bar } from '../../forms/action-bar.tsx'
import { type FailedAction, FormProblemRow } from '../../forms/form-problem.tsx'
import { useAction } from '../../forms/use-action.ts'
import { notify } from '../../ui/notify.ts'
import type { SessionInfo } from '../shared/accounts.ts'
import { Panel } from './panel.tsx'

/** The administrator's own sessions. Each can be ended. */
export function SessionsPanel({ sessions }: { sessions: SessionInfo[] }) {
  const moment = useMoment()
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction()

  async function end(call: () => Promise<Answer<null>>, text: string, failedAction: FailedAction) {
    const again = () => end(call, text, failedAction)
    const answer = await run(call, { again, failedAction, isDoneWhenGone: true })
    if (!answer?.ok && answer?.problem.status !== 404) return
    notify({ title: 'Borrado', text })
    await revalidate()
  }

  return (
    <Panel title="Sesiones">
      <p className="panel-lead">
        Dónde está abierta tu cuenta. Si no reconocés una, cerrala y cambiá tu contraseña.
      </p>
      <ul className="item-list" aria-label="Sesiones">
        {sessions.map(({ _id, browser, createdAt, seenAt, current }) => (
          <li key={_id} className="item item-user">
            <div className="item-words">
              <p className="item-name">
                {browser} {current && <span className="mark">Esta</span>}
              </p>
              <p className="item-facts mono">
                <span>Abierta el {moment(createdAt)}</span>
                <span>Usada el {moment(seenAt)}</span>
              </p>
            </div>
            {!current && (
              <div className="item-action">
                <Button
                  isDisabled={busy}
                  onClick={() =>
                    void end(
                      () => adminApi.delete('/auth/sessions/:id', { params: { id: _id } }),
                      'La sesión se cerró.',
                      {
                        sentence: `No se cerró la sesión de ${browser}.`,
                        label: `cerrar la sesión de ${browser}`,
                      },
                    )
                  }
                >
                  Cerrar<span className="unseen"> la sesión de {browser}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="panel-actions">
          <Button
            kind="danger"
            isDisabled={busy}
            onClick={() =>
              void end(() => adminApi.delete('/auth/sessions'), 'Se cerraron tus otras sesiones.', {
                sentence: 'No se cerraron tus otras sesiones.',
                label: 'cerrar todas las demás sesiones',
              })
            }
          >
            Cerrar todas las demás
          </Button>
        </div>
      )}
      {problem && (
        <Bar>
          <FormProblemRow problem={problem} />
        </Bar>
      )}
    </Panel>
  )
}
