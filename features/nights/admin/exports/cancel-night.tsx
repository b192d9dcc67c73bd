import '../../../../platform/content/admin/item/item.css'
import { useId, useState } from 'react'
import { adminApi } from '../../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../../platform/admin-layout/button.tsx'
import { useModal } from '../../../../platform/admin-layout/overlay.tsx'
import { changeVersion, isHidden } from '../../../../platform/content/admin/item/changes.ts'
import type { ItemDialogProps } from '../../../../platform/content/admin/item/item-action.ts'
import { formatDatedItemName } from '../../../../platform/content/shared/item-names.ts'
import { SHORT_TEXT_MAX } from '../../../../platform/shared/limits.ts'
import { notify } from '../../../../platform/ui/notify.ts'
import { cancelNight } from './night-changes.ts'

/** Dialog that cancels a night, with an optional reason. Escape and the button Volver close the dialog without a change. */
export function CancelNight({ declaration, item, onChanged, onClose }: ItemDialogProps) {
  const { name: resource, noticeMs: ms, fields } = declaration
  const dialog = useModal()
  const id = useId()
  const readItem = () => adminApi.get(`/${resource}/:id`, { params: { id: item._id } })
  const [read, setRead] = useState(readItem)
  const [reason, setReason] = useState(typeof item.statusNote === 'string' ? item.statusNote : '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const name = formatDatedItemName(declaration, item)
  const note = fields.statusNote

  async function cancel() {
    setBusy(true)
    setFailure(null)
    const version = await read
    const answer = version.ok
      ? await changeVersion(resource, { item: version.value, etag: version.etag }, cancelNight(reason))
      : version
    setBusy(false)
    if (!answer.ok) {
      setFailure(
        answer.problem.status === 412
          ? 'Otra persona guardó cambios en esta fecha recién. Si igual la querés cancelar, tocá de nuevo.'
          : answer.problem.detail,
      )
      setRead(readItem())
      return
    }
    notify({ title: 'Actualizado', text: `«${name}» quedó cancelada.`, ms })
    dialog.current?.close()
    onChanged({
      said: `Cancelaste «${name}».`,
      back: `«${name}» ya no está cancelada.`,
      undo: answer.value.undo,
    })
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-consequence`}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void cancel()
        }}
      >
        <h2 id={`${id}-question`}>
          ¿Cancelar la fecha «<bdi>{name}</bdi>»?
        </h2>
        <p id={`${id}-consequence`}>
          {isHidden(item)
            ? 'Nadie la ve todavía. Cuando se vea, va a decir CANCELADA.'
            : 'Su página queda, dice CANCELADA y ya no lleva a las entradas.'}
        </p>
        <label className="cancel-reason">
          Por qué (opcional)
          <input
            className="control"
            maxLength={note?.kind === 'line' ? note.max : SHORT_TEXT_MAX}
            value={reason}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <p id={`${id}-hint`} className="cancel-hint">
          Se lee en el sitio, por ejemplo: «Por la lluvia. Las entradas se devuelven solas».
        </p>
        {failure && (
          <p className="problem" role="alert">
            {failure}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={() => dialog.current?.close()}>Volver</Button>
          <Button type="submit" kind="danger" isDisabled={busy}>
            {busy ? 'Cancelando…' : 'Cancelar la fecha'}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
