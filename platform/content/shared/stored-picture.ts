/** Schemas of the list of stored pictures. The browser imports only types from this file. */
import { z } from 'zod'
import { id } from '../../api/shared/response-fields.ts'
import { pageQuerySchema, searchSchema } from './content-schemas.ts'
import { picture } from './entity-parts.ts'
import { resourceNames } from './resources.ts'

export const storedPicture = z
  .object({
    picture,
    resource: z.enum(resourceNames),
    item: id().describe('El _id de lo último que la usa.'),
    field: z.string().describe('El campo donde la usa.'),
    name: z.string().describe('Cómo se llama lo que la usa.'),
    date: z.string().nullable().describe('Su fecha; null: no tiene.'),
    alt: z.string().nullable().describe("null: decorativa. '': sin describir."),
  })
  .meta({ id: 'StoredPicture' })
/** A picture that items use, with the newest of these items. */
export type StoredPicture = z.infer<typeof storedPicture>

export const picturesQuerySchema = z.object({
  q: searchSchema,
  undescribed: z
    .enum(['1'], { error: 'Solo puede ser 1.' })
    .optional()
    .meta({ description: 'Solo las que todavía nadie describió.' }),
  ...pageQuerySchema.shape,
})
