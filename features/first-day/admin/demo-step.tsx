/** Step of the first day that removes the demo content, or restores it. */

import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { adminPaths } from '../../../platform/admin-layout/paths.ts'
import type { Answer } from '../../../platform/api/client/call.ts'
import { FormProblemRow, useFormProblem } from '../../../platform/forms/form-problem.tsx'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { notify } from '../../../platform/ui/notify.ts'
import type { DemoCount } from '../shared/demo-count.ts'
import type { DemoTextState } from '../shared/first-day.ts'
import { describeDemo } from './first-day-steps.ts'

export function DemoStep({ count: loaded }: { count: DemoCount }) {
  const { revalidate } = useRevalidator()
  const [count, setCount] = useState(loaded)
  const [withEdited, setWithEdited] = useState(false)
  const [isJustGone, setJustGone] = useState(false)
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem()
  const status = useRef<HTMLParagraphElement>(null)
  const { untouched, edited, binned, told } = count
  const tellsOf = (what: DemoTextState) => Object.values(told).includes(what)
  const hasStory = tellsOf('shipped')
  const isToGo = hasStory || untouched + (withEdited ? edited : 0) > 0

  const remove = () => adminApi.post('/trash/demo', { body: { edited: withEdited } })
  const restore = () => adminApi.post('/trash/demo/restore')

  async function run(
    call: () => Promise<Answer<DemoCount>>,
    title: 'Borrado' | 'Actualizado',
    isGone: boolean,
  ) {
    if (busy) return
    setBusy(true)
    clearProblem()
    const answer = await call()
    setBusy(false)
    if (!answer.ok) return reportProblem(answer.problem)
    setCount(answer.value)
    setJustGone(isGone)
    setWithEdited(false)
    notify({ title })
    // The button that had the focus has disappeared, so the focus moves to the status text.
    status.current?.focus()
    await revalidate()
  }

  return (
    <>
      <p ref={status} tabIndex={-1} {...liveRegion}>
        {describeDemo(count)}
      </p>
      {(untouched + edited > 0 || hasStory) && (
        <p>
          Si empezás con el club vacío, lo cargado va a la Papelera con sus fotos, de donde vuelve durante 30
          días, entero o de a uno. Los textos, lemas, reglas y enlaces del ejemplo se borran de todas las
          páginas. Lo que escribieron ustedes no se toca.
        </p>
      )}
      {edited > 0 && (
        <label className="first-day-choice">
          <input
            type="checkbox"
            checked={withEdited}
            onChange={({ target }) => setWithEdited(target.checked)}
          />
          También lo que ya cambiamos ({edited})
        </label>
      )}
      {problem && <FormProblemRow problem={problem} />}
      <div className="screen-actions">
        {(untouched + edited > 0 || hasStory) && (
          <Button
            kind="strong"
            isDisabled={busy || !isToGo}
            onClick={() => isToGo && void run(remove, 'Borrado', true)}
          >
            Empezar con el club vacío
          </Button>
        )}
        {(binned > 0 || tellsOf('nothing')) && (
          <Button isDisabled={busy} onClick={() => void run(restore, 'Actualizado', false)}>
            {isJustGone ? 'Deshacer' : 'Traer de vuelta el ejemplo'}
          </Button>
        )}
        <Link className={`button ${isToGo ? '' : 'button-strong'}`} to={adminPaths.firstDay}>
          {isToGo ? 'Dejarlo como ejemplo' : 'Listo'}
        </Link>
      </div>
    </>
  )
}
