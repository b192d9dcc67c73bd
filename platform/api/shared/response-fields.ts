/** Fields that the schemas of several answers have. */
import { z } from 'zod'

/** Gives a schema its TypeScript type. For schemas whose fields or values come from declarations at run time. */
export const typed = <T>(schema: z.ZodType): z.ZodType<T> => schema as z.ZodType<T>

export const id = () => z.uuid()
export const instant = () => z.iso.datetime()
export const emailOrNull = () => z.string().nullable().describe('Su e-mail; null: el sistema.')
export const nameOrNull = () => z.string().nullable().describe('Su nombre; null: no tiene.')
