/** The link of a recording with the club's own audio: it may lead to the recording's own page, and then follows its slug. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import type { AudioUpload } from '../../../platform/media/shared/audio-upload.ts'
import { createMp3 } from '../../../test/support/audio.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'

const SITE_URL = 'https://club.example'

describe.each(databases)('a link to the own page on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  let audio: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { SITE_URL } })
    as = (await club.signIn()).cookie
    const body = createMp3({ fill: 33 })
    const answer = await club.send('PUT', `/api/media/audio/own-page?offset=0&size=${body.byteLength}`, {
      as,
      body,
      headers: { 'Content-Type': 'application/octet-stream' },
    })
    audio = String(((await answer.json()) as AudioUpload).audio)
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = async (method: string, path: string, body?: object): Promise<AnyEntity> =>
    (await (await club.send(method, `/api/${path}`, { as, ...(body && { body }) })).json()) as AnyEntity
  const post = async (values: object) =>
    send('POST', 'episode', { ...(await createDraft('episode')), audio, ...values })

  test.each([
    ['of another site', { url: 'https://radio.example/episodios/' }],
    ['of another item', { url: `${SITE_URL}/episodios/otro`, title: 'Este' }],
    ['of another resource', { url: `${SITE_URL}/podcast/` }],
    ['without an audio', { url: `${SITE_URL}/episodios/`, audio: null }],
  ])('is not what an address %s is', async (_, values) => {
    expect(await post(values)).toMatchObject({ url: values.url })
  })

  test('gets the slug of a recording without a title', async () => {
    const { _id, url } = await post({ url: `${SITE_URL}/episodios/`, title: null })
    expect(url).toBe(`${SITE_URL}/episodios/${_id}`)
  })

  test('gets the number of a slug that is taken, and follows new titles', async () => {
    const url = `${SITE_URL}/episodios/cancion-n`
    const first = await post({ url, title: 'Canción Ñ' })
    expect(first).toMatchObject({ slug: 'cancion-n', url })
    const second = await post({ url, title: 'Canción Ñ' })
    expect(second).toMatchObject({ slug: 'cancion-n-2', url: `${url}-2` })
    const path = `episode/${second._id}`
    expect(await send('PUT', path, { title: 'Otra' })).toMatchObject({ url: `${SITE_URL}/episodios/otra` })
    // The link of another edit stays.
    const link = 'https://soundcloud.com/club/otra'
    await send('PUT', path, { url: link })
    expect(await send('PUT', path, { title: 'Una más' })).toMatchObject({ url: link })
  })

  test('follows the slug that a restored recording gets', async () => {
    const values = { url: `${SITE_URL}/episodios/vuelve`, title: 'Vuelve' }
    const { _id } = await post(values)
    await club.send('DELETE', `/api/episode/${_id}`, { as })
    await post(values)
    await send('POST', 'trash/restore', { resource: 'episode', ids: [_id] })
    expect(await send('GET', `episode/${_id}`)).toMatchObject({ url: `${SITE_URL}/episodios/vuelve-2` })
  })
})
