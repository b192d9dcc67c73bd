/** All that is kept of visits, as a table. */
import { useState } from 'react'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { csvFile, saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import { apiAddress } from '../../../platform/api/client/api.ts'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'

const TABLE_NAME = 'visitas.csv'

export function ExportButton() {
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  async function save() {
    const answer = await adminApi.get('/visits/export.csv', { reads: 'text' })
    setProblem(answer.ok ? null : answer.problem)
    if (answer.ok) saveFile(csvFile(answer.value), TABLE_NAME)
  }
  return (
    <>
      <a
        className="button"
        href={apiAddress('/visits/export.csv', {})}
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
