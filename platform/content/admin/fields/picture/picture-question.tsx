import { useEffect, useId, useRef, useState } from 'react'
import { askWhich, type PictureTarget, type Unaimed } from './paste-target.ts'

/** Asks for which picture of the form one is meant that was pasted or dropped beside all of them. */
export function PictureQuestion() {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [unaimed, setUnaimed] = useState<Unaimed | null>(null)
  useEffect(() => askWhich(setUnaimed), [])
  useEffect(() => {
    if (unaimed && !dialog.current?.open) dialog.current?.showModal()
  }, [unaimed])
  if (!unaimed) return null

  function choose({ element, take }: PictureTarget) {
    const file = unaimed?.file
    dialog.current?.close()
    element.scrollIntoView({ block: 'nearest' })
    element.querySelector<HTMLElement>('input[type=file]')?.focus({ preventScroll: true })
    if (file) take(file)
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={() => setUnaimed(null)}>
      <h2 id={id}>¿Cuál cambiás por esta imagen?</h2>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Ninguna
        </button>
        {unaimed.targets.map((target) => (
          <button key={target.label} type="button" className="button" onClick={() => choose(target)}>
            {target.label}
          </button>
        ))}
      </div>
    </dialog>
  )
}
