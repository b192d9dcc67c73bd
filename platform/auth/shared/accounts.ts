/**
 * Schemas of answers about users, sessions, second factors and invitations. The browser imports only types from this file,
 * because the schemas would bring zod with them.
 */
import { z } from 'zod'
import { id, instant, nameOrNull } from '../../api/shared/response-fields.ts'

const status = z.enum(['active', 'pending'])

/** A user as the API returns it, without password and hash. `id` repeats `_id`. */
export const user = z
  .object({
    _id: id(),
    id: id(),
    email: z.email(),
    name: nameOrNull(),
    status,
    confirmed: z.boolean(),
    lastSignInAt: instant().nullable().describe('null: nunca entró.'),
    lastSeenAt: instant().nullable().describe('Su último pedido, con una hora de margen; null: nunca.'),
    secondFactor: z.boolean().describe('Si al entrar se le pide un código.'),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>
export type UserStatus = User['status']

export interface Credentials {
  email: string
  password: string
}

const registration = z.object({ email: z.email(), status }).meta({ id: 'Registration' })
export const registered = z.union([user, registration])

export const session = z
  .object({
    _id: z.string(),
    browser: z.string().describe('Con qué navegador se abrió.'),
    createdAt: instant(),
    seenAt: instant().describe('Al último uso, con una hora de margen.'),
    current: z.boolean().describe('La que pregunta.'),
  })
  .meta({ id: 'Session' })
export type SessionInfo = z.infer<typeof session>

export const secondFactor = z
  .object({
    active: z.boolean(),
    required: z.boolean().describe('Si el club lo exige (REQUIRE_2FA).'),
    recoveryCodes: z.int().describe('Cuántos códigos de recuperación quedan.'),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactorState = z.infer<typeof secondFactor>

/** Setup of a second factor: a secret in Base32 and the key URI of its QR code. Returned once. */
export const secondFactorOffer = z
  .object({ secret: z.string(), uri: z.url() })
  .meta({ id: 'SecondFactorOffer' })
export type SecondFactorOffer = z.infer<typeof secondFactorOffer>

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

export const oneTimeLink = z.object({ link: z.string() }).meta({ id: 'OneTimeLink' })

export const invitation = z
  .object({
    _id: id(),
    name: nameOrNull().describe('A quién se invita; null: nadie lo dijo.'),
    by: z.email().describe('Quién la hizo.'),
    byName: nameOrNull(),
    userId: id(),
    createdAt: instant(),
    updatedAt: instant(),
    expiresAt: instant(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** A new invitation with its address. The address is returned once and cannot be read later. */
export const newInvitation = z
  .object({ _id: id(), url: z.string().describe('Un camino donde falta SITE_URL.'), expiresAt: instant() })
  .meta({ id: 'MadeInvitation' })
export type NewInvitation = z.infer<typeof newInvitation>

export const invitationSummary = z
  .object({
    name: nameOrNull().describe('A quién se invita.'),
    by: nameOrNull().describe('El nombre de quien invita.'),
    expiresAt: instant(),
  })
  .meta({ id: 'SeenInvitation' })
export type InvitationSummary = z.infer<typeof invitationSummary>
