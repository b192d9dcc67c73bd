import { useRevalidator } from 'react-router'
import type { ProblemDetails } from '../api/shared/problems.ts'

/** In place of what could not be read: why, and a way to try again. */
export function ProblemText({ problem }: { problem: ProblemDetails }) {
  const revalidator = useRevalidator()
  return (
    <div className="refusal" role="alert">
      <p>{problem.detail}</p>
      {problem.requestId && <p className="mono">Pedido {problem.requestId}</p>}
      {problem.status !== 404 && (
        <button type="button" className="button" onClick={() => void revalidator.revalidate()}>
          Probar de nuevo
        </button>
      )}
    </div>
  )
}
