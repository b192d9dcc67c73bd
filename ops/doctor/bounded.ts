/** Runs a check of the doctor with a time limit. A check without progress is reported as unfinished, so it cannot block others. */
import { amount, type Finding, of, reasonOf } from './finding.ts'

export interface Check {
  part: Finding['part']
  /** Advice for a check that does not finish. */
  mend: string
  /** @param progress called during long work without a finding, such as reading an archive */
  run(progress: () => void): AsyncIterable<Finding> | Iterable<Finding>
}

/** A timer this late shows that the process was busy and could not receive data, so the check gets more time. ms */
const LATE_MS = 500

/**
 * @param patienceMs time without progress after which the check is abandoned. It may continue until the process ends
 * @returns the findings; an error of the check becomes a finding too
 */
export function finish({ part, mend, run }: Check, patienceMs: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const { bad } = of(part)
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout
    let isOver = false
    const end = (more: Finding[] = []) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      resolve([...findings, ...more])
    }
    const progress = () => {
      clearTimeout(timer)
      if (isOver) return
      const due = performance.now() + patienceMs
      timer = setTimeout(() => {
        if (performance.now() > due + LATE_MS) return progress()
        const seconds = amount(Math.ceil(patienceMs / 1000), 'segundo', 'segundos')
        end([bad(`No se terminó de revisar: no hubo respuesta en ${seconds}.`, mend)])
      }, patienceMs)
    }
    const work = async () => {
      for await (const finding of run(progress)) {
        if (isOver) return
        findings.push(finding)
        progress()
      }
    }
    progress()
    work().then(
      () => end(),
      (error: unknown) => end([bad(`No se pudo revisar: ${reasonOf(error)}.`, mend)]),
    )
  })
}
