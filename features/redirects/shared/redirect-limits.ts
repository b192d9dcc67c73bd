/** Limits of redirects, and the address of their screen. */
import { SETTINGS_PATH } from '../../../platform/settings/shared/settings-names.ts'

export const REDIRECTS_SCREEN_PATH = `${SETTINGS_PATH}/redirecciones`

export const REDIRECTS_MAX = 2_000
/** Limits of both addresses of a row, as they are stored: percent-encoded. Characters */
export const FROM_MAX = 300
export const TO_MAX = 500

/** Limit of unknown addresses in the database, and in the memory of each process. */
export const UNKNOWN_MAX = 500
/** Time for which an unknown address is kept after its last request. */
export const UNKNOWN_KEPT_DAYS = 30
