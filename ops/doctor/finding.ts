import { explainError } from '../../platform/process/explain-error.ts'

/** What a look at one part of the club brings to light. Fit to show. */
export interface Finding {
  part:
    | 'configuración'
    | 'disco'
    | 'base de datos'
    | 'imágenes'
    | 'correo'
    | 'reloj'
    | 'copias'
    | 'certificado'
    | 'servidor'
  /** good; it works but somebody should know; it does not work. */
  state: 'good' | 'warning' | 'bad'
  says: string
  /** What to do about it; without a full stop where it is a command. */
  mend?: string
}

export const SIGNS: Record<Finding['state'], string> = { good: '✓', warning: '!', bad: '✗' }

/** Findings of one part. */
export function of(part: Finding['part']) {
  const finding =
    (state: Finding['state']) =>
    (says: string, mend?: string): Finding => ({ part, state, says, ...(mend !== undefined && { mend }) })
  return { good: finding('good'), warning: finding('warning'), bad: finding('bad') }
}

/** What went wrong, in one line and without what a URL may hold. */
export const reasonOf = (error: unknown): string => explainError(error).reason

export const amount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`
