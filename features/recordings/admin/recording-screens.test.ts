/** The addresses of docs/requirements.md, "Addresses". */
import { expect, it } from 'vitest'
import { screens } from '../../../platform/admin-layout/screen-list.ts'

it('podcasts and episodes have each specified address', () => {
  const specified = [
    ...['', '/addpodcast', '/updatepodcast', '/updatepodcast/:id', '/deletepodcast'].map(
      (rest) => `/admin/ourclub/podcast${rest}`,
    ),
    '/admin/ourclub/episodes',
    ...['add', 'update', 'delete'].map((verb) => `/admin/ourclub/episode/${verb}episode`),
    '/admin/ourclub/episode/updateepisode/:id',
  ]
  const paths = screens.map(({ path }) => path)
  expect(specified.filter((path) => !paths.includes(path))).toEqual([])
})
