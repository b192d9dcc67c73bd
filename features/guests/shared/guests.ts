/** Schemas of the API of guest lists and of the door. The browser imports only types from this file. */
import { z } from 'zod'
import { id, instant } from '../../../platform/api/shared/response-fields.ts'
import { REQUIRED } from '../../../platform/shared/text/text.ts'
import { rawLengthMax, stringSchema, textSchema, toOneLine } from '../../../platform/shared/text-schemas.ts'
import { entryKinds } from './door-state.ts'
import {
  CAPACITY_MAX,
  COMPANIONS_DEFAULT,
  COMPANIONS_MAX,
  CONDITION_MAX,
  CONDITIONS_MAX,
  DEVICE_NAME_MAX,
  ENTRIES_MAX,
  GUEST_NAME_MAX,
  GUEST_NOTE_MAX,
  LIST_NAME_MAX,
  LIST_NOTE_MAX,
  PASTED_LINES_MAX,
  PASTED_TEXT_MAX,
  PEOPLE_MAX,
  PIN_LENGTH,
  PLACES_MAX,
  PRICE_LABEL_MAX,
  PRICE_MAX,
  QUOTA_MAX,
  REPEATS_MAX,
  RETENTION_DAYS,
  UNSENT_MAX,
  WALK_IN_PRICES_MAX,
} from './guest-limits.ts'
import { normalizeName } from './guest-names.ts'
import type { Condition } from './list-hours.ts'
import { readCompanions, splitWords } from './pasted-names/companions.ts'
import { ticketRefusals } from './tickets.ts'

const NOT_AN_HOUR = 'Tiene que ser una hora, como 01:00.'
const hour = () => z.string({ error: NOT_AN_HOUR }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: NOT_AN_HOUR })
const whole = (min: number, max: number) =>
  z
    .int({ error: `Tiene que ser un número entero de ${min} a ${max}.` })
    .min(min, {
      error: `Tiene que ser ${min} o más.`,
    })
    .max(max, { error: `Puede ser hasta ${max}.` })
const oneLine = (max: number) => textSchema(max, {}, { tidy: toOneLine })
const optionalText = (max: number) =>
  stringSchema()
    .max(rawLengthMax(max), { error: `Puede tener hasta ${max} caracteres.` })
    .meta({ maxLength: max })
    .transform((typed) => toOneLine(typed) || null)
    .pipe(
      z
        .string()
        .max(max, { error: `Puede tener hasta ${max} caracteres.` })
        .nullable(),
    )
    .nullable()
    .default(null)
const guestName = () => textSchema(GUEST_NAME_MAX, {}, { tidy: normalizeName })

const NOT_A_PRICE = 'Tiene que ser un precio: amount, con hasta dos decimales, y currency, como ARS.'
const priceFields = {
  amount: z
    .number({ error: NOT_A_PRICE })
    .min(0, { error: 'Tiene que ser 0 o más.' })
    .max(PRICE_MAX, { error: `Puede ser hasta ${PRICE_MAX}.` })
    .refine((amount) => Math.round(amount * 100) / 100 === amount, { error: NOT_A_PRICE })
    .describe('0: gratis.'),
  currency: z.string({ error: NOT_A_PRICE }).regex(/^[A-Z]{3}$/, { error: NOT_A_PRICE }),
}
const price = z.object(priceFields, { error: NOT_A_PRICE })

/** A price of people without a list, with its name. */
const namedPrice = z.object({ label: oneLine(PRICE_LABEL_MAX), ...priceFields }, { error: NOT_A_PRICE })

const condition = z.object(
  {
    until: hour().nullable().default(null).describe('Hasta qué hora de la noche vale; null: toda la noche.'),
    label: oneLine(CONDITION_MAX),
    price: price
      .nullable()
      .default(null)
      .describe('Lo que paga cada persona en la puerta; null: no se sabe.'),
  },
  { error: 'Tiene que ser una condición, con until y label.' },
)

const listKinds = ['guests', 'tickets'] as const

/** Body of a new list, and of a changed one, which it replaces whole. */
export const listBody = z.object({
  kind: z
    .enum(listKinds, { error: `Tiene que ser ${listKinds.join(' o ')}.` })
    .optional()
    .describe('tickets: entradas compradas en otro lado. Se elige al crearla; sin ella, guests.'),
  name: oneLine(LIST_NAME_MAX),
  quota: whole(1, QUOTA_MAX).nullable().default(null).describe('Personas con acompañantes; null: sin cupo.'),
  closes: hour().nullable().default(null).describe('Hora de la noche en que cierra; null: cuando se abre.'),
  conditions: z
    .array(condition, { error: REQUIRED })
    .min(1, { error: 'Decí qué tiene quien está en la lista.' })
    .max(CONDITIONS_MAX, {
      error: `Puede haber hasta ${CONDITIONS_MAX} condiciones.`,
    }),
  maxCompanions: whole(0, COMPANIONS_MAX).default(COMPANIONS_DEFAULT),
  isPublic: z
    .boolean({ error: 'Tiene que ser true o false.' })
    .default(false)
    .describe('Si las visitas se anotan solas en la página de la fecha.'),
  note: optionalText(LIST_NOTE_MAX),
})
export type ListBody = z.output<typeof listBody>

const link = z.object({ url: z.string().describe('Un camino donde falta SITE_URL.'), createdAt: instant() })

const version = () => z.int().describe('Contador de ediciones; entre comillas es el ETag para If-Match.')

const paid = z.object({ amount: z.number(), currency: z.string() })
const namedPrices = z.array(paid.extend({ label: z.string() }))

const listFields = {
  _id: id(),
  kind: z.enum(listKinds),
  name: z.string(),
  quota: z.int().nullable(),
  closes: z.string().nullable(),
  conditions: z.array(z.object({ until: z.string().nullable(), label: z.string(), price: paid.nullable() })),
  maxCompanions: z.int(),
  isPublic: z.boolean(),
  note: z.string().nullable(),
}

export const guestList = z
  .object({
    ...listFields,
    version: version(),
    closesAt: instant().describe('Cuándo cierra.'),
    invited: z.int().describe('Personas invitadas, con acompañantes.'),
    arrived: z.int().describe('Personas que entraron.'),
    link: link.nullable().describe('El enlace para sumar nombres; null: no hay.'),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'GuestList' })
export type GuestList = z.infer<typeof guestList>
export const guestLists = z.object({ data: z.array(guestList) })
export const linkUrl = z.object({ url: z.string() })

const guestFields = {
  _id: id(),
  list: id(),
  name: z.string(),
  companions: z.int(),
  note: z.string().nullable(),
  code: z.string().nullable().describe('El código de quien se anotó en el sitio, o el de la entrada.'),
  arrived: z.int().describe('Personas que entraron con este nombre.'),
}

/** Who added a guest: an administrator, the link of a promoter, or the guest on the site. */
const guestSources = z.enum(['administrator', 'link', 'public'])

export const guest = z
  .object({
    ...guestFields,
    version: version(),
    addedBy: guestSources,
    document: z.string().nullable().describe('Los números del documento de quien compró la entrada.'),
    refusal: z.enum(ticketRefusals).nullable().describe('Por qué no entra nadie con esta entrada.'),
    isDuplicate: z.boolean().describe('Si otro invitado de la noche tiene el mismo nombre.'),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'Guest' })
export type Guest = z.infer<typeof guest>
export const guests = z.object({ data: z.array(guest) })

const guestBodyFields = {
  name: guestName(),
  companions: whole(0, PLACES_MAX - 1).default(0),
  note: optionalText(GUEST_NOTE_MAX),
}
/** Body of a changed guest. It also restores a guest that was deleted within the last hour. */
export const guestBody = z.object(guestBodyFields, { error: 'Tiene que ser un invitado, con su name.' })
export type GuestBody = z.output<typeof guestBody>

const pasted = () => stringSchema().max(PASTED_TEXT_MAX, { error: 'El texto es demasiado largo.' })

/** A pasted text that is read and not saved. */
export const pastedText = z.object({ text: pasted() })

/** Body of new guests: rows, or a pasted text with a name per line. */
export const newGuests = z
  .object({
    guests: z
      .array(guestBody, { error: REQUIRED })
      .min(1, { error: REQUIRED })
      .max(PASTED_LINES_MAX, { error: `Puede haber hasta ${PASTED_LINES_MAX} nombres por vez.`, abort: true })
      .optional(),
    text: pasted().optional(),
  })
  .refine(({ guests, text }) => guests !== undefined || text !== undefined, {
    path: ['guests'],
    error: REQUIRED,
  })
export type NewGuests = z.output<typeof newGuests>

const pastedLine = z
  .object({
    line: z.int().describe('Número del renglón en el texto, desde 1.'),
    text: z.string().describe('El renglón como vino.'),
    verdict: z.enum(['guest', 'check', 'skip']),
    name: z.string(),
    companions: z.int(),
    note: z.string().nullable().describe('Lo que queda del renglón.'),
    reason: z.string().nullable().describe('Por qué no se suma sin mirarlo.'),
    split: z
      .array(z.object({ name: z.string(), companions: z.int() }))
      .optional()
      .describe('Las personas de un renglón que nombra a varias.'),
  })
  .meta({ id: 'PastedLine' })
export const pastedLines = z.object({ lines: z.array(pastedLine) })

const unsaved = z.array(pastedLine).describe('Los renglones de un texto que no se sumaron.')

export const addedGuests = z.object({
  data: z.array(guest),
  unsaved,
  duplicates: z.array(z.string()).describe('Nombres que ya estaban en alguna lista de la noche.'),
})
export type AddedGuests = z.infer<typeof addedGuests>

const nightSummary = z.object({ _id: id(), title: z.string(), date: z.string(), path: z.string().nullable() })

/** The list that the holder of a link sees. */
export const linkedList = z
  .object({
    night: nightSummary,
    list: z
      .object({ ...listFields, closesAt: instant(), isOpen: z.boolean() })
      .omit({ kind: true, note: true, isPublic: true }),
    left: z.int().nullable().describe('Lugares que quedan; null: sin cupo.'),
    guests: z.array(
      z.object({
        _id: id(),
        name: z.string(),
        companions: z.int(),
        isOwn: z.boolean().describe('Si lo agregó este enlace y no entró: se puede quitar.'),
      }),
    ),
  })
  .meta({ id: 'LinkedGuestList' })
export type LinkedList = z.infer<typeof linkedList>
export const addedByLink = linkedList.extend({ unsaved }).meta({ id: 'AddedByLink' })

/** True for a name that also says who comes along, such as "Ana +2". */
const namesCompany = (name: string): boolean => readCompanions(splitWords(name)).companions !== null

export const signUpBody = z.object({
  name: guestName().refine((name) => !namesCompany(name), {
    error: 'Acá va solo tu nombre. Quienes vienen con vos van en «¿Con quién venís?».',
  }),
  companions: whole(0, COMPANIONS_MAX).default(0),
})
export const signedUp = z.object({ code: z.string(), url: z.string() }).meta({ id: 'GuestSignUp' })
export type SignedUp = z.infer<typeof signedUp>

/** Content of the own page of a visitor on the list. */
export interface OwnPlace {
  night: z.infer<typeof nightSummary> & {
    status: string
    endsAt: string | null
    /** null while visitors cannot see the night */
    slug: string | null
  }
  name: string
  companions: number
  code: string | null
  conditions: Condition[]
  /** Number of people that entered with this name. It can then no longer be cancelled. */
  arrived: number
  /** Why the place has no pass. null while it has one */
  end: 'off' | 'over' | null
  /** Noon after the night, at which its door closes. ms since 1970 */
  doorEnd: number
}

export const guestSettings = z
  .object({
    capacity: z.int().nullable().describe('Personas que entran en el club; null: sin dato.'),
    guestRetentionDays: z.int().describe('Días después de la noche que se guardan los nombres.'),
  })
  .meta({ id: 'GuestSettings' })
export const guestSettingsBody = z.object({
  capacity: whole(1, CAPACITY_MAX).nullable(),
  guestRetentionDays: whole(RETENTION_DAYS.min, RETENTION_DAYS.max),
})
export type GuestSettings = z.infer<typeof guestSettings>

export const doorAccess = z
  .object({
    url: z.string(),
    pin: z.string().describe('Se muestra una sola vez.'),
    expiresAt: instant(),
  })
  .meta({ id: 'DoorAccess' })
export type DoorAccess = z.infer<typeof doorAccess>

export const doorDevices = z
  .object({
    url: z.string().nullable().describe('null: nunca se abrió.'),
    isOpen: z.boolean().describe('Si un teléfono puede entrar con el PIN.'),
    isLocked: z.boolean().describe('Si hubo demasiados PIN equivocados.'),
    expiresAt: instant(),
    devices: z.array(
      z.object({
        _id: id(),
        device: z.string(),
        createdAt: instant(),
        seenAt: instant(),
        isOn: z.boolean(),
        isRevoked: z.boolean().describe('Si lo sacó un administrador.'),
        unsent: z
          .int()
          .nullable()
          .describe('Ingresos que le faltaba mandar la última vez; null: no lo dijo.'),
      }),
    ),
    walkInPrices: namedPrices.describe('Lo que paga quien entra sin lista.'),
    late: z
      .array(
        z.object({
          device: id(),
          name: z.string().nullable().describe('null: ya se borró.'),
          entries: z.int(),
          guests: z.int(),
          tickets: z.int(),
          walkIns: z.int(),
          exits: z.int(),
          undos: z.int(),
          from: instant(),
          to: instant(),
          cursor: z.int().describe('Para decidir sobre estos, y no sobre los que lleguen después.'),
        }),
      )
      .describe('Lo que llegó tarde de teléfonos cerrados, por teléfono. No cuenta mientras nadie lo sume.'),
  })
  .meta({ id: 'DoorDevices' })
export type DoorDevices = z.infer<typeof doorDevices>

/** Body of the prices of people without a list, which it replaces. */
export const walkInPricesBody = z.object({
  walkInPrices: z
    .array(namedPrice, { error: REQUIRED })
    .max(WALK_IN_PRICES_MAX, { error: `Puede haber hasta ${WALK_IN_PRICES_MAX} precios.` }),
})

export const lateDecision = z.object({
  cursor: z.int({ error: 'Tiene que ser el cursor de lo que se decide.' }),
  isTaken: z
    .boolean({ error: 'Tiene que ser true o false.' })
    .describe('true: se suman; false: se descartan.'),
})
export type LateDecision = z.output<typeof lateDecision>

export const doorSessionBody = z.object({
  token: stringSchema().max(100, { error: 'Puede tener hasta 100 caracteres.' }),
  pin: stringSchema()
    .max(2 * PIN_LENGTH, { error: `El PIN tiene ${PIN_LENGTH} números.` })
    .optional()
    .describe('No hace falta con la sesión de quien administra.'),
  device: oneLine(DEVICE_NAME_MAX).optional().describe('Sin nombre: «Puerta» y el próximo número libre.'),
})
export const doorSession = z.object({ device: z.string(), expiresAt: instant() }).meta({ id: 'DoorSession' })

export const entryFlags = [
  'unknown-guest',
  'deleted-guest',
  'too-many-people',
  'over-quota',
  'over-capacity',
  'no-condition',
  'unknown-price',
  'session-over',
] as const
export type EntryFlag = (typeof entryFlags)[number]

/** An entry as a device sends it. Each is parsed alone, so that a malformed one does not hold up the others. */
export const sentEntry = z
  .object({
    _id: z.uuid(),
    kind: z.enum(entryKinds),
    guest: z.uuid().nullable().default(null),
    people: z.int().min(0).max(PEOPLE_MAX).default(0),
    undoes: z.uuid().nullable().default(null),
    // A price that cannot be read refuses no entry, because the person is already inside.
    price: z.union([namedPrice, z.null(), z.unknown().transform(() => 'unreadable' as const)]).default(null),
    at: z.iso.datetime({ offset: true }),
  })
  .refine(({ kind, people }) => (kind === 'undo' ? people === 0 : people > 0), { path: ['people'] })
  .refine(({ kind, guest }) => (kind === 'guest') === (guest !== null), { path: ['guest'] })
  .refine(({ kind, undoes }) => (kind === 'undo') === (undoes !== null), { path: ['undoes'] })
export type SentEntry = z.output<typeof sentEntry>

export const doorQuery = z.object({
  event: z
    .uuid({ error: 'Tiene que ser el _id de una fecha.' })
    .optional()
    .describe('La fecha, para administradores sin una sesión de la puerta.'),
})

const NOT_A_CURSOR = 'Tiene que ser el cursor de una respuesta.'
export const doorChangesQuery = z.object({
  after: z
    .string({ error: NOT_A_CURSOR })
    .regex(/^\d{1,15}$/, { error: NOT_A_CURSOR })
    .transform(Number)
    .describe('El cursor de la última respuesta.'),
})

export const entriesBody = z.object({
  event: z.uuid().optional().describe('La fecha de los ingresos; si la sesión es de otra, no se aceptan.'),
  sentAt: z.iso
    .datetime({ offset: true, error: 'Tiene que ser una hora en ISO 8601.' })
    .describe('La hora del teléfono al mandar, para corregir su reloj.'),
  unsent: whole(0, UNSENT_MAX)
    .optional()
    .describe('Cuántos le quedan al teléfono por mandar después de estos.'),
  entries: z
    .array(z.unknown(), { error: REQUIRED })
    .max(ENTRIES_MAX, { error: `Puede haber hasta ${ENTRIES_MAX} ingresos por vez.` })
    .describe(
      'Cada uno: {_id, kind, guest, people, undoes, price, at}; price, {label, amount, currency}, es de walkIn.',
    ),
})

export type EntriesBody = z.output<typeof entriesBody>

/** Why an entry is refused. All other entries are accepted, because the person is already inside. */
export const entryRefusals = ['malformed', 'other-night', 'too-many'] as const
export type EntryRefusal = (typeof entryRefusals)[number]

export const entriesAnswer = z
  .object({
    accepted: z.array(z.string()),
    refused: z.array(z.object({ _id: z.string(), error: z.enum(entryRefusals) })),
    cursor: z.int().nullable().describe('null: la sesión terminó, y no se devuelve nada.'),
    isPhoneEnded: z.boolean().describe('Si un administrador sacó este teléfono.'),
  })
  .meta({ id: 'DoorEntriesAnswer' })
export type EntriesAnswer = z.infer<typeof entriesAnswer>

const doorEntry = z.object({
  _id: id(),
  kind: z.enum(entryKinds),
  guest: id().nullable(),
  people: z.int(),
  undoes: id().nullable(),
  price: namedPrices.element.nullable().describe('Lo que pagó cada persona sin lista; null: no se sabe.'),
  at: instant().describe('Con el reloj corregido.'),
  device: z.string().nullable(),
  flags: z.array(z.enum(entryFlags)),
})
export type DoorEntry = z.infer<typeof doorEntry>

const arrival = z.object({
  at: instant(),
  device: z.string().nullable().describe('El teléfono de la puerta.'),
  people: z.int(),
})
export type Arrival = z.infer<typeof arrival>

const doorGuest = z.object({
  ...guestFields,
  document: z.string().optional().describe('Falta si no hay.'),
  refusal: z.enum(ticketRefusals).optional().describe('Falta en una entrada que vale.'),
  arrivals: z
    .array(arrival)
    .optional()
    .describe('Los últimos dos ingresos con este nombre, el más viejo primero; falta si no hay.'),
})
export type DoorGuest = z.infer<typeof doorGuest>

const doorList = z.object({ ...listFields, invited: z.int(), arrived: z.int() }).omit({ note: true })
export type DoorList = z.infer<typeof doorList>

const doorCounts = z.object({
  inside: z.int().describe('Entradas menos salidas.'),
  guests: z.int(),
  tickets: z.int(),
  walkIns: z.int(),
  exits: z.int(),
})

export const doorSnapshot = z
  .object({
    night: z.object({
      _id: id(),
      title: z.string(),
      date: z.string(),
      endsAt: z.string().nullable(),
      status: z.string(),
      timeZone: z.string(),
      expiresAt: instant(),
    }),
    device: z.string().nullable(),
    capacity: z.int().nullable(),
    inside: z.int(),
    counts: doorCounts,
    walkInPrices: namedPrices,
    lists: z.array(doorList),
    guests: z.array(doorGuest),
    entries: z.array(doorEntry).describe('Las últimas 50, de la más nueva a la más vieja.'),
    cursor: z.int(),
  })
  .meta({ id: 'Door' })
export type DoorSnapshot = z.infer<typeof doorSnapshot>

export const doorChanges = z
  .object({
    night: doorSnapshot.shape.night,
    capacity: z.int().nullable(),
    inside: z.int(),
    counts: doorCounts,
    walkInPrices: namedPrices,
    entries: z.array(doorEntry),
    guests: z.array(doorGuest).describe('Los que cambiaron, también porque entraron.'),
    lists: z.array(doorList).describe('Todas.'),
    deleted: z.array(id()).describe('Invitados que ya no están.'),
    cursor: z.int(),
  })
  .meta({ id: 'DoorChanges' })
export type DoorChanges = z.infer<typeof doorChanges>

const takings = {
  label: z.string(),
  price: paid,
  people: z.int(),
  amount: z.number().describe('En la moneda del precio.'),
}

const byList = z.array(z.object({ list: id(), people: z.int() }))

export const nightReport = z
  .object({
    invited: z.int(),
    arrived: z.int().describe('Personas de las listas, sin los repetidos.'),
    repeated: z.int().describe('Ingresos de más de un nombre: no son personas, y nada más los cuenta.'),
    lists: z.array(
      z.object({
        _id: id(),
        name: z.string(),
        invited: z.int(),
        arrived: z.int(),
        repeated: z.int(),
        sources: z
          .array(z.object({ addedBy: guestSources, invited: z.int(), arrived: z.int() }))
          .describe('Lo mismo, por quién sumó el nombre.'),
      }),
    ),
    repeats: z
      .array(
        z.object({
          name: z.string().nullable().describe('null: ya se borró.'),
          list: id(),
          people: z.int(),
          at: instant(),
          device: z.string().nullable().describe('null: ya se borró.'),
        }),
      )
      .describe(`Los primeros ${REPEATS_MAX}, del más viejo al más nuevo.`),
    halfHours: z.array(
      z.object({
        from: z.string().describe('HH:mm, en la zona del club.'),
        at: instant(),
        lists: byList,
        guests: z.int(),
        tickets: z.int(),
        walkIns: z.int(),
        exits: z.int(),
        inside: z.int().describe('Al final de la media hora.'),
      }),
    ),
    tickets: z.int(),
    walkIns: z.int(),
    exits: z.int(),
    money: z
      .object({
        totals: z.array(paid).describe('Por moneda.'),
        conditions: z
          .array(z.object({ list: id(), ...takings }))
          .describe('De las listas: la condición que valía a la hora de cada ingreso.'),
        walkIns: z.array(z.object(takings)).describe('Sin lista: lo que dijo la puerta.'),
        phones: z
          .array(paid.extend({ device: z.string().nullable().describe('null: ya se borró.') }))
          .describe('Por el nombre del teléfono que anotó.'),
        unpriced: z
          .int()
          .describe('Personas de las listas y sin lista de las que no se sabe cuánto pagaron.'),
      })
      .nullable()
      .describe('Lo que se cobró en la puerta; null: no se sabe ningún precio.'),
    late: z.int().describe('Ingresos que llegaron tarde y esperan una decisión; no cuentan.'),
    peak: z.object({ inside: z.int(), at: instant() }).nullable(),
    capacity: z.int().nullable(),
    namesErasedAt: instant().nullable().describe('Cuándo se borraron los nombres; null: todavía están.'),
    namesErasedFrom: instant().describe('Desde cuándo se borran.'),
  })
  .meta({ id: 'NightReport' })
export type NightReport = z.infer<typeof nightReport>

/** The list of a night that visitors can join. */
export interface OpenGuestList {
  state: 'open' | 'full' | 'closed'
  /** What a guest gets, and until when. `until` is `HH:mm` on the night's clock, or null for the whole night. */
  conditions: { until: string | null; label: string }[]
  /** The condition that holds now. null when all have ended */
  condition: { until: string | null; label: string } | null
  maxCompanions: number
  /** True when few places are left. */
  isFilling: boolean
  /** ISO 8601 */
  closesAt: string
}
