/** Reads named values of a club. A value is present or absent. operator-load.ts writes these values. */
import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** The text field of each settings group that the load changes. No other part of the club depends on these texts. */
export const SETTINGS_TEXTS = { home: 'podcast', links: 'instagram' } as const
export const createMark = (count: number) => `https://www.instagram.com/marca${count}`
const isMark = (text: unknown) => String(text).startsWith(createMark(0).slice(0, -1))

/** Returns the current value, in the form that operator-load.ts records for it. Null when it is absent. */
export async function readValue(
  key: string,
  { origin, cookie, database: { read } }: { origin: string; cookie: string; database: Database },
): Promise<string | null> {
  const get = async (path: string) => {
    const answer = await fetch(`${origin}/api${path}`, { headers: { Cookie: cookie } })
    return answer.status === 404 ? null : ((await answer.json()) as Record<string, unknown>)
  }
  const [kind = '', ...rest] = key.split(' ')
  const name = rest.join(' ')
  switch (kind) {
    case 'text': {
      const text = (await get(`/site/${name}`))?.[SETTINGS_TEXTS[name as keyof typeof SETTINGS_TEXTS]]
      return isMark(text) ? String(text) : null
    }
    case 'film':
      return ((await get('/site/look'))?.film as string | null) ?? null
    case 'sound': {
      const here = await get(`/media/audio/${name}`)
      return here && ((here.audio as string | null) ?? `here ${here.offset}`)
    }
    case 'file':
      return (await read.selectFrom('media').select('id').where('id', '=', name).executeTakeFirst())
        ? 'there'
        : null
    case 'invitation': {
      const row = await read.selectFrom('invitations').selectAll().where('name', '=', name).executeTakeFirst()
      if (!row) return null
      const email = `invitada${name.split(' ')[1]}@club.example`
      const user = await read.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
      return row.usedAt === null && !user ? 'open' : `used by ${user ? email : 'nobody'}`
    }
    case 'answer': {
      const query = sql<{ messageId: string }>`select "messageId" from "answers" where "text" = ${name}`
      const { rows } = await query.execute(read)
      return rows.length === 0 ? null : rows.map(({ messageId }) => messageId).join(' and ')
    }
    case 'templates': {
      const { templates } = (await get('/messages/templates')) as { templates: { name: string }[] }
      return (
        templates.map((template) => template.name).filter((each) => each.startsWith('Plantilla '))[0] ?? null
      )
    }
    case 'order': {
      const { ids } = (await get('/order/residents')) as { ids: string[] }
      const names = new Map(
        (await read.selectFrom('residents').select(['id', 'name']).execute()).map((row) => [
          row.id,
          row.name,
        ]),
      )
      return ids.filter((id) => names.get(id)?.startsWith('Residente propio')).join()
    }
  }
  throw new TypeError(`No kind of value: ${key}`)
}

/** True when a request without an answer can have left this state. A cut-off audio upload keeps the bytes that arrived. */
export function isPossibleValue(now: string | null, before: string | null, after: string | null): boolean {
  if (now === before || now === after) return true
  const here = (value: string | null) => Number(/^here (\d+)$/.exec(value ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(here(now))) return false
  return here(now) >= (here(before) || 0) && !(here(now) > here(after))
}
