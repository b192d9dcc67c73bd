/** The stored redirects of the screen. Each change is saved at once, as the whole list. */
import { useRef, useState } from 'react'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import type { Answer } from '../../../platform/api/client/call.ts'
import { useUndo } from '../../../platform/forms/undo.tsx'
import { useAction } from '../../../platform/forms/use-action.ts'
import { LONG_NOTICE_MS } from '../../../platform/shared/limits.ts'
import type { Redirect, RedirectList } from '../shared/redirects.ts'

interface Stored {
  rows: Redirect[]
  etag: string | null
}

export function useRedirects(loaded: Stored) {
  const [stored, setStored] = useState(loaded)
  // A call that follows another one needs the ETag of that one before the screen is rendered again.
  const latest = useRef(loaded)
  const { busy, problem, run, clearProblem } = useAction(LONG_NOTICE_MS)
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
      // Somebody else has saved. The next attempt is based on that list, which the screen then shows.
      const read = await adminApi.get('/redirects')
      if (read.ok) keep(read)
    }
    return answer
  }

  return {
    rows: stored.rows,
    busy,
    problem,
    clearProblem,
    undoRows: undo.rows,

    /** Saves a changed list. null while another call is running */
    save: (rows: readonly Redirect[]): Promise<Answer<RedirectList> | null> => run(() => put(rows)),

    /** Removes a redirect, and offers to undo that. */
    async remove(removed: Redirect): Promise<void> {
      const index = latest.current.rows.findIndex(({ from }) => from === removed.from)
      const saved = await run(() => put(latest.current.rows.toSpliced(index, 1)))
      if (!saved?.ok) return
      undo.offer({
        said: `Quitaste «${removed.from}».`,
        back: `De vuelta: «${removed.from}».`,
        takesFocus: true,
        undo: () => put(latest.current.rows.toSpliced(index, 0, removed)),
      })
    },
  }
}

export type Redirects = ReturnType<typeof useRedirects>
