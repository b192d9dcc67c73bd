import type { Declaration } from '../../../contract/fields.ts'
import { problems } from '../../../contract/problems.ts'
import { altFieldOf, brief, flat, type ItemValues } from './values.ts'

interface ConflictProps {
  declaration: Declaration
  conflict: 'unseen' | { names: string[]; theirs: ItemValues }
  busy: boolean
  onSee: () => void
  onOverwrite: () => void
  onTake: (name: string) => void
}

/** Somebody else saved in between: nobody's words go without a decision. */
export function Conflict({ declaration, conflict, busy, onSee, onOverwrite, onTake }: ConflictProps) {
  if (conflict === 'unseen')
    return (
      <section className="conflict" aria-label="Cambios de otra persona">
        <p>{problems['edited-meanwhile'].detail}</p>
        <div className="conflict-actions">
          <button type="button" className="button button-strong" onClick={onSee}>
            Recargar sin perder lo mío
          </button>
          <button type="button" className="button" aria-disabled={busy || undefined} onClick={onOverwrite}>
            Guardar lo mío igual
          </button>
        </div>
      </section>
    )

  const theirs = flat(conflict.theirs)
  return (
    <section className="conflict" aria-label="Cambios de otra persona">
      {conflict.names.length === 0 ? (
        <p>Ya tenés acá los cambios de la otra persona, junto con los tuyos. Revisalos y guardá.</p>
      ) : (
        <>
          <p>Los dos cambiaron esto. Si guardás, queda lo tuyo.</p>
          <dl className="conflict-fields">
            {conflict.names.map((name) => (
              <div key={name}>
                <dt>{labelOf(declaration, name)}</dt>
                <dd>
                  <span className="conflict-theirs">{sayTheirs(declaration, name, theirs[name] ?? '')}</span>
                  <button type="button" className="button" onClick={() => onTake(name)}>
                    Usar lo de la otra persona
                  </button>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

function labelOf(declaration: Declaration, name: string): string {
  const picture = altFieldOf(name)
  const label = declaration.fields[picture ?? name]?.label ?? name
  return picture === null ? label : `Descripción de ${label}`
}

function sayTheirs(declaration: Declaration, name: string, value: string): string {
  const field = declaration.fields[name]
  if (!field) return value === '' ? '(decorativa)' : value
  return field.kind === 'image' ? '(otra imagen)' : brief(field, value)
}
