/** Lets pages read through the functions that the API calls, and notes what a page depends on. */
import type { ServerReader } from '../contract/reader.ts'
import type { EntityOf, ResourceName } from '../contract/resources.ts'
import type { Notes } from './cache.ts'
import type { Content } from './content.ts'
import type { Mailbox } from './mailbox.ts'

interface Sources {
  content: Content
  mailbox: Pick<Mailbox, 'settings'>
}

export function createReader({ content, mailbox }: Sources, { reads, expiresIn }: Notes): ServerReader {
  return {
    async list<R extends ResourceName>(resource: R, query = {}) {
      reads(resource)
      const { items, total } = await content.list(resource, query)
      return { items: items as unknown as EntityOf<R>[], total }
    },
    async one<R extends ResourceName>(resource: R, id: string) {
      reads(resource)
      const found = await content.one(resource, id)
      return found && (found.entity as unknown as EntityOf<R>)
    },
    async newsByTitle(title) {
      reads('news')
      const found = await content.newsByTitle(title)
      return found && (found.entity as unknown as EntityOf<'news'>)
    },
    async messagesKeptMonths() {
      reads('settings')
      return (await mailbox.settings()).keptMonths
    },
    expiresIn,
  }
}
