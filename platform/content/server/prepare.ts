/** What is stored of what was sent: pictures become files, rich text its allow-list. Everything slow of a write happens here, before its transaction. */

import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { FieldError } from '../../api/shared/problems.ts'
import type { Images } from '../../media/server/images.ts'
import type { Declaration, Reference } from '../shared/fields.ts'
import { kindOf } from './field-writers.ts'
import { storedOf } from './references.ts'
import type { ResolveLink } from './short-links.ts'
import type { Values } from './versions.ts'

/** @returns what the item that a reference leads to is called; null: there is none */
export type NameReferred = (reference: Reference) => Promise<string | null>

interface Services {
  images: Images
  nameReferred: NameReferred
  resolveLink: ResolveLink
}

/**
 * @param parsed what the schema made of a body; what is left out of a change stays
 * @param kept the row being changed; null: a new item
 */
export async function prepareFields(
  { fields }: Declaration,
  parsed: Record<string, unknown>,
  kept: Record<string, unknown> | null,
  { images, nameReferred, resolveLink }: Services,
): Promise<Outcome<Values>> {
  const values: Values = {}
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(fields)) {
    const sent = parsed[name]
    if (sent === undefined && kept !== null) continue
    if (sent === undefined || sent === null) {
      values[name] = null
      continue
    }
    const stored = typeof kept?.[name] === 'string' ? kept[name] : null
    const given = { name, field, images, kept: stored, nameReferred, resolveLink }
    const prepared = (await kindOf(field).prepare?.(sent, given)) ?? success(storedOf(field, sent))
    if (prepared.ok) {
      if (prepared.value !== undefined) values[name] = prepared.value
    } else if (prepared.problem === 'invalid-fields') errors.push(...(prepared.extras?.errors ?? []))
    else return prepared
  }
  return errors.length > 0 ? problem('invalid-fields', { errors }) : success(values)
}
