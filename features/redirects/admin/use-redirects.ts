/** The stored redirects of the screen. Each change is saved at once, as the whole list. */
import { useRef, useState } from 'react'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import type { Answer } from '../../../platform/api/client/call.ts'
import type { FieldError } from '../../../platform/api/shared/problems.ts'
import { useFormProblem } from '../../../platform/forms/form-problem.tsx'
import { useUndo } from '../../../platform/forms/undo.tsx'
import { LONG_NOTICE_MS } from '../../../platform/shared/limits.ts'
import type { RowFault } from '../shared/redirect-addresses.ts'
import type { Redirect, RedirectList } from '../shared/redirects.ts'

interface Stored {
  rows: Redirect[]
  etag: string | null
}

/** Reads the field of a refusal, such as `data.3.to`. */
function readRefusal({ field, message }: FieldError): RowFault[] {
  const [, row, side] = /^data\.(\d+)\.(from|to)$/.exec(field) ?? []
  return row === undefined ? [] : [{ row: Number(row), side: side as keyof Redirect, message }]
}

/** Returns the refused rows of an answer. The form shows them, so the bar does not. */
const listRefused = (answer: Answer<unknown>): RowFault[] =>
  answer.ok ? [] : (answer.problem.errors ?? []).flatMap(readRefusal)

export function useRedirects(loaded: Stored) {
  const [stored, setStored] = useState(loaded)
  // A call that follows another one needs the ETag of that one before the screen is rendered again.
  const latest = useRef(loaded)
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem(LONG_NOTICE_MS)
  const undo = useUndo({ ms: LONG_NOTICE_MS, onUndone: async () => {} })

  function keep(answer: { value: RedirectList; etag: string | null }) {
    latest.current = { rows: answer.value.data, etag: answer.etag }
    setStored(latest.current)
  }

  async function put(rows: readonly Redirect[]): Promise<Answer<RedirectList>> {
    const { etag } = latest.current
    const answer = await adminApi.put('/redirects', { body: { data: [...rows] }, etag })
    if (answer.ok) keep(answer)
    else if (answer.problem.status === 412) {
      // Another administrator has saved. The screen shows that list, and the next attempt replaces it.
      const read = await adminApi.get('/redirects')
      if (read.ok) keep(read)
    }
    return answer
  }

  /** Runs one change at a time. null while another one is running */
  async function run(change: () => Promise<Answer<RedirectList>>): Promise<Answer<RedirectList> | null> {
    if (busy) return null
    setBusy(true)
    clearProblem()
    const answer = await change()
    setBusy(false)
    if (!answer.ok && listRefused(answer).length === 0) reportProblem(answer.problem)
    return answer
  }

  return {
    rows: stored.rows,
    busy,
    problem,
    undoRows: undo.rows,

    /** Saves a changed list. @returns the refused rows; null when the list was not saved for another reason */
    async save(rows: readonly Redirect[]): Promise<RowFault[] | null> {
      const answer = await run(() => put(rows))
      const refused = answer === null ? [] : listRefused(answer)
      return answer?.ok || refused.length > 0 ? refused : null
    },

    /** Adds redirects, except those that the server refuses. @returns those; null when none was added for another reason */
    async add(added: readonly Redirect[]): Promise<(Redirect & { message: string })[] | null> {
      const { rows } = latest.current
      let refused: (Redirect & { message: string })[] = []
      const answer = await run(async () => {
        const first = await put([...rows, ...added])
        refused = listRefused(first).flatMap(({ row, message }) => {
          const redirect = added[row - rows.length]
          return redirect ? [{ ...redirect, message }] : []
        })
        const accepted = added.filter(({ from }) => !refused.some((one) => one.from === from))
        return refused.length === 0 || accepted.length === 0 ? first : put([...rows, ...accepted])
      })
      return answer?.ok || refused.length > 0 ? refused : null
    },

    /** Removes a redirect, and offers to undo that. */
    async remove(removed: Redirect): Promise<void> {
      const index = latest.current.rows.findIndex(({ from }) => from === removed.from)
      const saved = index < 0 ? null : await run(() => put(latest.current.rows.toSpliced(index, 1)))
      if (!saved?.ok) return
      undo.offer({
        said: `Quitaste «${removed.from}».`,
        back: `De vuelta: «${removed.from}».`,
        takesFocus: true,
        next: '#redirect-list',
        undo: () => put(latest.current.rows.toSpliced(index, 0, removed)),
      })
    },
  }
}

export type Redirects = ReturnType<typeof useRedirects>
