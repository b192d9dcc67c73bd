import { useState } from 'react'
import type { Answer } from '../api/client/call.ts'
import { type FailedAction, useFormProblem } from './form-problem.tsx'

interface ActionOptions {
  /** Repeats the action. The bar offers this when the failure can be temporary. */
  again?: () => unknown
  failedAction?: FailedAction
  /** True when a 404 is no failure, because another administrator has already deleted the item. */
  isDoneWhenGone?: boolean
  /** True when the form itself shows that another administrator has saved in between (412). */
  isConflictShown?: boolean
}

/**
 * Runs the calls of a screen's buttons, one at a time. A failure stays in the bar until the next call.
 * @param ms how long notices stay
 */
export function useAction(ms?: number) {
  const [busy, setBusy] = useState(false)
  const { problem, report, reportProblem, reportFields, clearProblem } = useFormProblem(ms)

  /** Runs a call. Returns null when another call is still running. */
  async function run<T>(
    call: () => Promise<Answer<T>>,
    { again, failedAction, isDoneWhenGone = false, isConflictShown = false }: ActionOptions = {},
  ): Promise<Answer<T> | null> {
    if (busy) return null
    setBusy(true)
    clearProblem()
    const answer = await call()
    setBusy(false)
    const isQuiet = (status: number) =>
      (isDoneWhenGone && status === 404) || (isConflictShown && status === 412)
    if (!answer.ok && !isQuiet(answer.problem.status))
      reportProblem(answer.problem, {
        ...(again && { again: () => void again() }),
        ...(failedAction && { failedAction }),
      })
    return answer
  }

  return { busy, problem, run, report, reportFields, clearProblem }
}

export type RunAction = ReturnType<typeof useAction>['run']
