/** Zod schemas for the values that prove an identity: e-mail and password, code of a second factor, token of a link. */
import { z } from 'zod'
import { CODE_MAX, PASSWORD_MAX, PASSWORD_MIN, TYPED_PASSWORD_MAX } from '../../shared/limits.ts'
import { emailSchema } from '../../shared/person-schemas.ts'
import { REQUIRED } from '../../shared/text/text.ts'
import {
  boundedText,
  cleanText,
  stringSchema,
  textSchema,
  tooLongMessage,
} from '../../shared/text-schemas.ts'

/**
 * Accepts a new password. NIST SP 800-63B requires a minimum length and advises against composition rules. The server also
 * refuses common passwords.
 */
export const newPassword = () =>
  stringSchema()
    .meta({ format: 'password', minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
    .min(1, { error: REQUIRED, abort: true })
    .min(PASSWORD_MIN, { error: `Usá al menos ${PASSWORD_MIN} caracteres.` })
    .max(PASSWORD_MAX, { error: tooLongMessage(PASSWORD_MAX) })

/** E-mail and password of a new account. */
export const credentialsSchema = z.object({ email: emailSchema(), password: newPassword() })
export type Credentials = z.infer<typeof credentialsSchema>

export const currentPassword = () =>
  stringSchema()
    .meta({ format: 'password' })
    .max(TYPED_PASSWORD_MAX, { error: tooLongMessage(TYPED_PASSWORD_MAX) })

/** Accepts six digits of an authenticator, or a recovery code. Spaces and hyphens are ignored. */
export const code = () =>
  textSchema(CODE_MAX, { description: 'De la app, o de recuperación.' }, { tidy: tidyCode })

const tidyCode = (typed: string): string => cleanText(typed).replace(/[\s-]/g, '').toLowerCase()

/** Accepts a code, or no code. */
export const codeIfAny = () =>
  boundedText(CODE_MAX)
    .transform(tidyCode)
    .prefault('')
    .catch('')
    .meta({ description: 'Del segundo factor, si hay uno.' })

/** The token of a one-time link, as a field of a body. */
export const tokenField = { token: textSchema(200) }
