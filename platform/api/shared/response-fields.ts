/** Fields that the schemas of several answers have. */
import { z } from 'zod'

/** Gives a schema its TypeScript type. For schemas whose fields or values come from declarations at run time. */
export const typed = <T>(schema: z.ZodType): z.ZodType<T> => schema as z.ZodType<T>

export const id = () => z.uuid()
/** An address may have letters beyond ASCII (RFC 6531), which the format `email` excludes. */
export const email = () => z.string().meta({ format: 'idn-email' })
export const instant = () => z.iso.datetime()
export const emailOrNull = () => z.string().nullable().describe('Su e-mail; null: el sistema.')
export const nameOrNull = () => z.string().nullable().describe('Su nombre; null: no tiene.')
