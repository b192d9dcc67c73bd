/** Zod schemas for the name and the e-mail address of a person. */
import { EMAIL_MAX } from './limits.ts'
import { stripInvisible } from './text/clean.ts'
import { INVISIBLE, REQUIRED } from './text/text.ts'
import { boundedText, cleanText, stringSchema, toOneLine, tooLongMessage } from './text-schemas.ts'

/**
 * Cleans the name of a person. Invisible characters are removed, because those that change the direction of text would
 * reorder the text around the name.
 */
export const cleanPersonName = (typed: string): string => toOneLine(stripInvisible(typed))

/** False for letters that look like others, such as a Kelvin sign. `toLowerCase` would make them equal. */
const hasPlainLetters = (text: string): boolean => text.normalize('NFKC') === text

export const emailSchema = () =>
  boundedText(EMAIL_MAX)
    .meta({ format: 'idn-email', maxLength: EMAIL_MAX })
    .transform(cleanText)
    .pipe(
      stringSchema()
        .min(1, { error: REQUIRED, abort: true })
        .max(EMAIL_MAX, { error: tooLongMessage(EMAIL_MAX), abort: true })
        .refine((text) => !INVISIBLE.test(text), {
          error: 'Ese e-mail tiene caracteres que no se ven. Escribilo de nuevo, letra por letra.',
          abort: true,
        })
        // Domains have comparison rules of their own (IDNA). In the part before the at sign, a look-alike letter means
        // another mailbox, so it is refused.
        .refine((text) => hasPlainLetters(text.slice(0, text.lastIndexOf('@') + 1)), {
          error:
            'Antes de la @ hay letras que se confunden con otras. Escribí el e-mail de nuevo, letra por letra.',
          abort: true,
        })
        // `=?` begins an encoded word (RFC 2047), which mail programs show decoded.
        .regex(/^(?!.*=\?)[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\].]+(\.[^\s@<>(),;:\\"[\].]+)+$/, {
          error: 'Escribí un e-mail válido.',
        }),
    )
