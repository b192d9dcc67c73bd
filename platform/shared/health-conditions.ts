/** Health conditions that get worse slowly. Background checks report them before they cause an outage. */

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

/** `warning`: a failure is near. `error`: it has happened. */
export type ConditionState = 'ok' | 'warning' | 'error'

/** `off`: the condition does not apply. `unknown`: the check has not run or failed. */
export type State = ConditionState | 'off' | 'unknown'

/** Parts in the answer of `/api/health?deep`. `workers`: a process runs the background work. */
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
  /** Start of the warning or error. ISO 8601 */
  since?: string | undefined
}

/** Conditions with their own warning. The summary of messages reports mail. */
export type OverviewWarning = Exclude<Condition, 'mail'>

/** Titles for the start page of the back office and for the subject of warning mails. */
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
