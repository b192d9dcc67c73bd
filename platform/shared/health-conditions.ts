/** What goes wrong slowly: it is looked at in the background, and told before it hurts. */

export const conditions = [
  'backup',
  'mail',
  'disk',
  'certificate',
  'clock',
  'leader',
  'integrity',
  'failures',
] as const
export type Condition = (typeof conditions)[number]

/** `warning`: it will hurt; `error`: it does already. */
export type ConditionState = 'ok' | 'warning' | 'error'

/** `off`: there is nothing to look at. `unknown`: it was never looked at, or could not be. */
export type State = ConditionState | 'off' | 'unknown'

/** What `/api/health?deep` tells of; `workers`: whether anybody does the work in the background. */
export const healthParts = ['database', 'media', ...conditions, 'workers'] as const
export type HealthPart = (typeof healthParts)[number]

/** The process that runs the background work, as `/api/health?deep` returns it. */
export interface HealthLeader {
  host: string
  pid: number
  /** ISO 8601 */
  workedAt: string
}

export interface HealthPartState {
  state: State
  /** Since when it has been wrong. ISO 8601 */
  since?: string | undefined
}

/** Conditions that are listed one by one. The summary of messages covers mail. */
export type OverviewWarning = Exclude<Condition, 'mail'>

/** The title of each warning: a line on the home of the back office, and the subject of its mail. */
export const warningTitles: Record<OverviewWarning, string> = {
  backup: 'La última copia de seguridad es vieja',
  disk: 'Queda poco lugar en el disco',
  certificate: 'No se renovó el certificado del sitio',
  clock: 'El reloj de la máquina está mal',
  leader: 'Ningún proceso hace las copias ni la limpieza',
  integrity: 'La base de datos está dañada',
  failures: 'El sitio contesta con errores',
}

export const isProblem = (judgement: string): judgement is Exclude<ConditionState, 'ok'> =>
  judgement === 'warning' || judgement === 'error'
