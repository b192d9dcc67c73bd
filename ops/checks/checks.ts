/**
 * Every health check of a club. These programs read the list: ./pulso doctor (ops/cli/doctor-command.ts), ./pulso status
 * (ops/cli/status-command.ts), warnings (ops/warnings/warnings.ts), /api/health (ops/health.ts) and the metrics
 * (ops/metrics/metrics-endpoint.ts).
 */
import type { Condition } from '../../platform/shared/health-conditions.ts'
import { backup, elsewhere } from './backup-check.ts'
import { certificate } from './certificate-check.ts'
import type { Check, WarningCheck } from './check-declaration.ts'
import { clock } from './clock-check.ts'
import { configuration } from './configuration-check.ts'
import { database } from './database-check.ts'
import { disk } from './disk-check.ts'
import { integrity } from './integrity-check.ts'
import { leader } from './leader-check.ts'
import { mail, smtp } from './mail-check.ts'
import { files, media } from './media-check.ts'
import { failures, server, upgrade } from './server-check.ts'
import { warnings } from './warnings-check.ts'

type Checks = { [C in Condition]: WarningCheck<C> } & Record<
  'configuration' | 'database' | 'server' | 'upgrade' | 'warnings',
  Check
>

/** All checks, in the order of the doctor's findings. */
export const checks: Checks = {
  configuration,
  disk,
  database,
  clock,
  media,
  mail,
  smtp,
  backup,
  elsewhere,
  certificate,
  leader,
  server,
  upgrade,
  integrity,
  files,
  failures,
  warnings,
}
