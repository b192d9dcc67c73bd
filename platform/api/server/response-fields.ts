/** Fields that the schemas of several answers have. */
import { z } from 'zod'

export const id = () => z.uuid()
export const instant = () => z.iso.datetime()
export const emailOrNull = () => z.string().nullable().describe('Su e-mail; null: el sistema.')
export const nameOrNull = () => z.string().nullable().describe('Su nombre; null: no tiene.')
