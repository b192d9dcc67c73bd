/**
 * Every health check of a club. The readers: ./pulso doctor (ops/cli/doctor.ts), ./pulso status (ops/cli/status.ts), warnings
 * (ops/warnings/warnings.ts) and /api/health with the metrics (ops/health.ts, ops/metrics/figures.ts).
 */
import type { Condition } from '../../platform/shared/health-conditions.ts'
import { backup } from './backup.ts'
import { certificate } from './certificate.ts'
import type { Check, WarningCheck } from './check.ts'
import { clock } from './clock.ts'
import { configuration } from './configuration.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import { integrity } from './integrity.ts'
import { leader } from './leader.ts'
import { mail } from './mail.ts'
import { media } from './media.ts'
import { failures, server, upgrade } from './server.ts'

type Checks = { [C in Condition]: WarningCheck<C> } & Record<
  'configuration' | 'database' | 'media' | 'server' | 'upgrade',
  Check
>

/** In the order of the doctor's findings. */
export const checks: Checks = {
  configuration,
  disk,
  database,
  clock,
  media,
  mail,
  backup,
  certificate,
  leader,
  server,
  upgrade,
  integrity,
  failures,
}
