/** All that is kept of visits, as a table. */
import { useState } from 'react'
import { ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { EXPORT_ADDRESS, visitCalls } from './visits-client.ts'

const TABLE_NAME = 'visitas.csv'

export function ExportButton() {
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  async function save() {
    const answer = await visitCalls.exportTable()
    setProblem(answer.ok ? null : answer.problem)
    if (answer.ok) saveFile(answer.value, TABLE_NAME)
  }
  return (
    <>
      <a
        className="button"
        href={EXPORT_ADDRESS}
        download={TABLE_NAME}
        onClick={(event) => {
          // As a link it would save a refusal as if it were the table.
          event.preventDefault()
          void save()
        }}
      >
        Exportar CSV
      </a>
      {problem && <ProblemText problem={problem} />}
    </>
  )
}
