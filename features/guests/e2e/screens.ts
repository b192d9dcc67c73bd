import { runId } from '../../../test/e2e/back-office-helpers.ts'
import { postTo, readFrom } from '../../../test/e2e/club-api.ts'
import type { Page } from '../../../test/e2e/journey.ts'
import { listSearch, nightListsPath, viewSearch } from '../admin/night-views.ts'

/** Returns the screens of the lists and of the door of the newest night. The night gets a list when it has none. */
export async function findScreens(page: Page): Promise<string[]> {
  const [night] = (await readFrom(page, '/api/events?limit=1')).data
  const lists = `/api/events/${night._id}/lists`
  let [list] = (await readFrom(page, lists)).data
  if (list === undefined) {
    list = await postTo(page, lists, {
      name: `Lista ${runId}`,
      conditions: [{ until: '01:00', label: 'Gratis' }],
    })
    await postTo(page, `/api/lists/${list._id}/guests`, {
      guests: [{ name: 'Ana Gómez', companions: 2 }, { name: 'Beto' }],
    })
  }
  const path = nightListsPath(night._id)
  return [path, path + listSearch(list._id), path + viewSearch('puerta'), path + viewSearch('noche')]
}
