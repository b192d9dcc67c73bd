import { StoreUnavailable } from '../../media/store.ts'

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
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Our own words for whatever went wrong in a store: what did go wrong is beneath them.
  if (error instanceof StoreUnavailable && error.cause !== undefined) return reasonOf(error.cause)
  const code = 'code' in error ? `${error.code} ` : ''
  // Connecting to several addresses of one name fails with all their reasons.
  const message = error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : error.message
  return `${message.startsWith(code.trim()) ? '' : code}${message}`.split('\n')[0]?.slice(0, 200) ?? ''
}

export const amount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`
