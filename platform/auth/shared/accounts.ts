/**
 * Schemas of requests and answers about users, sessions, second factors and invitations. /login and /register import only
 * types from this file, because the schemas would bring zod with them.
 */
import { z } from 'zod'
import { email, id, instant, nameOrNull } from '../../api/shared/response-fields.ts'
import { PERSON_NAME_MAX } from '../../shared/limits.ts'
import { cleanPersonName, emailSchema } from '../../shared/person-schemas.ts'
import { REQUIRED } from '../../shared/text/text.ts'
import { boundedText, isBlankText, requiredText } from '../../shared/text-schemas.ts'
import { code, currentPassword, newPassword } from './credentials.ts'

const status = z.enum(['active', 'pending'], { error: 'El estado es active o pending.' })

/** A user as the API returns it, without password and hash. `id` repeats `_id`. */
export const user = z
  .object({
    _id: id(),
    id: id(),
    email: email(),
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

const registration = z.object({ email: email(), status }).meta({ id: 'Registration' })
export const registered = z.union([user, registration])

/**
 * True for a text that looks like an e-mail address, also with spaces around the at sign, or with a full-width or small at
 * sign.
 */
const looksLikeAddress = (name: string): boolean => /\S\s*@\s*\S/.test(name.normalize('NFKC'))

/**
 * Accepts the display name of a user. It must not look like an e-mail address, because the back office shows it in place of
 * the address.
 */
const userName = () =>
  boundedText(PERSON_NAME_MAX)
    .meta({ maxLength: PERSON_NAME_MAX, description: 'Se muestra en lugar del e-mail.' })
    .transform(cleanPersonName)
    .pipe(
      requiredText(PERSON_NAME_MAX).refine((name) => !looksLikeAddress(name), {
        error: 'Escribí un nombre: el e-mail ya lo sabemos.',
      }),
    )

/** A display name or null. Absent or blank keeps the name. null removes it */
export const nameField = {
  name: z.preprocess((value) => (isBlankText(value) ? undefined : value), userName().nullable().optional()),
}

export const userUpdateSchema = z.object({
  ...nameField,
  email: z.preprocess((value) => value || undefined, emailSchema().optional()),
  password: z.preprocess((value) => value || undefined, newPassword().optional()),
  currentPassword: currentPassword().optional(),
  status: status.optional(),
})

/** `status` is the status that the caller saw. A user with another status is not deleted. */
export const userRemovalSchema = z.object({ status: status.optional() })

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

export const secondFactorBeginSchema = z.object({
  currentPassword: currentPassword().min(1, { error: REQUIRED }),
})
export const secondFactorConfirmSchema = z.object({ code: code() })
/** Changes an active second factor, which needs password and code. */
export const secondFactorChangeSchema = z.object({
  ...secondFactorBeginSchema.shape,
  ...secondFactorConfirmSchema.shape,
})

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

export const oneTimeLink = z.object({ link: z.string() }).meta({ id: 'OneTimeLink' })

export const invitationSchema = z.object(nameField)

export const invitation = z
  .object({
    _id: id(),
    name: nameOrNull().describe('A quién se invita; null: nadie lo dijo.'),
    by: email().describe('Quién la hizo.'),
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
