/** Lets pages read through the functions that the API calls, and notes what a page depends on. */
import type { PageQuery, ServerReader } from '../../contract/content/reader.ts'
import type { EntityOf, ResourceName } from '../../contract/content/resources.ts'
import type { Notes } from '../cache/response-cache.ts'
import type { Content } from '../content/content.ts'
import type { Mailbox } from '../mail/messages.ts'

interface Sources {
  content: Pick<Content, 'list' | 'one' | 'newsByTitle'>
  mailbox: Pick<Mailbox, 'settings'>
  revisionOf(resource: ResourceName): number
}

/** Lists that are remembered; `/` has six. */
const LISTS_KEPT = 64

type List = ReturnType<Content['list']>

/**
 * A list is read once for each revision of its resource, whichever pages show it and look at it: of the six on `/` five
 * are known when a news item has changed. Nobody may change what is handed out.
 */
function rememberedLists({ content, revisionOf }: Sources): Content['list'] {
  const known = new Map<string, { revision: number; list: List }>()
  return (resource: ResourceName, query: PageQuery = {}): List => {
    const key = `${resource} ${JSON.stringify(query)}`
    // Asked before the list is read: a write in between makes it stale, never wrongly fresh.
    const revision = revisionOf(resource)
    const before = known.get(key)
    known.delete(key)
    const list = before?.revision === revision ? before.list : content.list(resource, query)
    known.set(key, { revision, list })
    if (known.size > LISTS_KEPT) known.delete(known.keys().next().value as string)
    list.catch(() => {
      if (known.get(key)?.list === list) known.delete(key)
    })
    return list
  }
}

/** @returns makes the reader of one answer, which notes what it reads */
export function createReaders(sources: Sources): (notes: Notes) => ServerReader {
  const { content, mailbox } = sources
  const listOf = rememberedLists(sources)
  return ({ sees, expiresIn }) => ({
    async list<R extends ResourceName>(resource: R, query = {}) {
      const { items, total } = await sees(resource, () => listOf(resource, query))
      return { items: items as unknown as EntityOf<R>[], total }
    },
    async one<R extends ResourceName>(resource: R, id: string) {
      const found = await sees(resource, () => content.one(resource, id))
      return found && (found.entity as unknown as EntityOf<R>)
    },
    async newsByTitle(title) {
      const found = await sees('news', () => content.newsByTitle(title))
      return found && (found.entity as unknown as EntityOf<'news'>)
    },
    async messagesKeptMonths() {
      return (await sees('settings', () => mailbox.settings())).keptMonths
    },
    expiresIn,
  })
}
