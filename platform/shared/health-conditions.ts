/** Conditions of the club that get worse slowly. Background checks report them before they cause an outage. */

export const conditions = [
  'backup',
  'elsewhere',
  'mail',
  'smtp',
  'media',
  'disk',
  'certificate',
  'clock',
  'leader',
  'integrity',
  'files',
  'failures',
] as const
export type Condition = (typeof conditions)[number]

/** `warning`: a failure is likely soon. `error`: it has happened */
export type ConditionState = 'ok' | 'warning' | 'error'

/** `off`: the condition does not apply to this club. `unknown`: the check has not run, or it failed */
export type State = ConditionState | 'off' | 'unknown'

/**
 * Parts of the answer of `/api/health?deep`. `revisions` is ok while the process knows of the latest writes, so that it serves
 * pages from memory. `workers` is ok when a process does the background work.
 */
export const healthParts = ['database', 'revisions', ...conditions, 'workers'] as const
export type HealthPart = (typeof healthParts)[number]

/** The process that does the background work, in the answer of `/api/health?deep`. */
export interface HealthLeader {
  host: string
  pid: number
  /** Time of its last work. ISO 8601 */
  workedAt: string
}

/** Reads the latest report of the background checks. */
export type ReadReport = () => Promise<{ conditions: Record<Condition, { state: State }> }>

export interface HealthPartState {
  state: State
  /** Time at which the warning or error began. ISO 8601 */
  since?: string | undefined
}

/**
 * Conditions with a warning of their own on the home of the back office. Mail is left out, because the summary of messages
 * reports it.
 */
export type OverviewWarning = Exclude<Condition, 'mail'>

/** Conditions with a mail to the administrators. A mail about failing mail would not arrive. */
export type MailedWarning = Exclude<Condition, 'mail' | 'smtp'>

/** Titles of warnings: on the home of the back office, in warning mails, in `status` and in `/api/health/club`. */
export const warningTitles: Record<OverviewWarning, string> = {
  backup: 'La última copia de seguridad es vieja',
  elsewhere: 'Las copias no se pueden guardar en el segundo lugar',
  smtp: 'El servidor de correo no contesta o no nos deja entrar',
  media: 'No se pueden guardar o leer las imágenes',
  disk: 'Queda poco lugar en el disco',
  certificate: 'No se renovó el certificado del sitio',
  clock: 'El reloj de la máquina está mal',
  leader: 'Ningún proceso hace las copias ni la limpieza',
  integrity: 'La base de datos está dañada',
  files: 'Hay archivos que la base de datos no conoce',
  failures: 'El sitio contesta con errores',
}

export const isProblem = (judgement: string): judgement is Exclude<ConditionState, 'ok'> =>
  judgement === 'warning' || judgement === 'error'
