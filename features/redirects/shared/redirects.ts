/** Limits and paths of redirects, and the schemas of their API. The browser imports no schemas from this file. */
import { z } from 'zod'
import { instant } from '../../../platform/api/shared/response-fields.ts'
import { REQUIRED } from '../../../platform/shared/text/text.ts'
import { boundedText, stringSchema } from '../../../platform/shared/text-schemas.ts'
import { type ReadAddress, readFrom } from './redirect-addresses.ts'
import { FROM_MAX, REDIRECTS_MAX, TO_MAX } from './redirect-limits.ts'

const redirect = z.object({
  from: z.string().describe('Una ruta de este sitio, con o sin consulta.'),
  to: z.string().describe('Una ruta de este sitio, o una dirección http de otro.'),
})
export type Redirect = z.infer<typeof redirect>

export const redirectList = z.object({ data: z.array(redirect) }).meta({ id: 'Redirects' })
export type RedirectList = z.infer<typeof redirectList>

const unknownAddress = z.object({
  path: z.string().describe('Sin consulta.'),
  count: z.int(),
  lastAt: instant(),
})
export type UnknownAddress = z.infer<typeof unknownAddress>

export const unknownAddressList = z
  .object({ data: z.array(unknownAddress).describe('De la más pedida a la menos.') })
  .meta({ id: 'UnknownAddresses' })

const address = (max: number, read: (typed: string) => ReadAddress) =>
  boundedText(max)
    .meta({ maxLength: max })
    .transform((typed, context) => {
      const result = read(typed)
      if (result.ok) return result.value
      context.issues.push({ code: 'custom', message: result.error, input: typed })
      return z.NEVER
    })

const row = z.object(
  {
    from: address(FROM_MAX, readFrom),
    // The service reads this address, because it knows the origin of the site.
    to: stringSchema().max(TO_MAX * 2, { error: `Puede tener hasta ${TO_MAX} caracteres.` }),
  },
  { error: 'Tiene que ser un objeto con from y to.' },
)

export const redirectsBody = z.object({
  data: z.preprocess(
    (sent) => (Array.isArray(sent) ? sent.slice(0, REDIRECTS_MAX + 1) : sent),
    z
      .array(row, { error: (issue) => (issue.input == null ? REQUIRED : 'Tiene que ser una lista.') })
      .max(REDIRECTS_MAX, { error: `Pueden ser hasta ${REDIRECTS_MAX}.` }),
  ),
})
