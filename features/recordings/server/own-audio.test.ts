/** The audio file of a recording: which values the API accepts, and how long the file is kept. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import type { AudioUpload } from '../../../platform/media/shared/audio-upload.ts'
import { createMp3 } from '../../../test/support/audio.ts'
import { type BucketServer, startBuckets } from '../../../test/support/buckets.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { recordingResources } from '../shared/recording-resources.ts'

const HOUR = 3_600_000

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const homes = [
  ...databases.map(({ name, ...database }) => ({
    ...database,
    name: `${name} and a folder`,
    isOnDisk: true,
    media: () => ({}),
  })),
  {
    create: createDatabase,
    testOnce: test,
    describeOnce: describe,
    name: 'sqlite and a bucket',
    isOnDisk: false,
    media: () => ({ MEDIA_URL: buckets.create() }),
  },
]

describe.each(homes)('an audio file on $name', ({ create, describeOnce, isOnDisk, media }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: media() })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = (method: string, path: string, body: object) => club.send(method, `/api/${path}`, { as, body })
  const uploaded = async (key: string, body: Uint8Array): Promise<string> => {
    const answer = await club.send('PUT', `/api/media/audio/${key}?offset=0&size=${body.byteLength}`, {
      as,
      body,
      headers: { 'Content-Type': 'application/octet-stream' },
    })
    expect(answer.status).toBe(200)
    return String(((await answer.json()) as AudioUpload).audio)
  }
  const leavesNothing = (work: () => Promise<void>) => (isOnDisk ? changesNothing(club, work) : work())

  describeOnce('is refused', () => {
    test.each([
      'https://club.example/a.mp3',
      `/media/${'a'.repeat(32)}.mp3`,
      '/media/../a.mp3',
      'javascript:0',
    ])('as the invented address %s', async (audio) => {
      const draft = await createDraft('podcast')
      // Uploads the picture first, so that the refused request itself must store nothing.
      await club.send('POST', '/api/media', { as, body: { image: draft.flyer } })
      await leavesNothing(async () => {
        await expectProblem(await send('POST', 'podcast', { ...draft, audio }), 'invalid-fields', ['audio'])
      })
    })

    test('as a picture, a picture as audio, and with another file extension', async () => {
      const draft = await createDraft('podcast')
      const audio = await uploaded('as-picture', createMp3({ fill: 99 }))
      const { flyer } = (await (await send('POST', 'podcast', draft)).json()) as AnyEntity
      const wrong = [{ flyer: audio }, { audio: flyer }, { audio: audio.replace('.mp3', '.m4a') }]
      for (const change of wrong)
        await expectProblem(await send('POST', 'podcast', { ...draft, ...change }), 'invalid-fields')
    })
  })

  test.each(recordingResources)('belongs to a %s while any version refers to it', async (resource) => {
    const audio = await uploaded(`belongs-${resource}`, createMp3({ fill: 50 + resource.length }))
    const draft = await createDraft(resource)
    const item = (await (await send('POST', resource, { ...draft, audio })).json()) as AnyEntity
    expect(item.audio).toBe(audio)
    // The API accepts the value that GET returned. An absent value keeps the file, and null removes it.
    const path = `${resource}/${item._id}`
    expect(await (await send('PUT', path, item)).json()).toMatchObject({ audio })
    expect(await (await send('PUT', path, { intro: 'Otra.' })).json()).toMatchObject({ audio })
    club.clock.now += 48 * HOUR
    as = (await club.signIn({ email: `${resource}@club.example`, password: 'una clave bien larga' })).cookie
    await club.images.sweep(club.clock.now)
    expect((await club.send('GET', audio)).status).toBe(200)
    expect(await (await send('PUT', path, { audio: null })).json()).toMatchObject({ audio: null })
    expect((await club.send('GET', audio)).status).toBe(200)
    // The file is kept while entries of the audit log refer to it. They are deleted after 12 months.
    club.clock.now += 400 * 24 * HOUR
    await club.auditLog.tidy(club.clock.now)
    await club.images.sweep(club.clock.now)
    const found = await club.database.read
      .selectFrom('media')
      .select('id')
      .where('audio', 'is not', null)
      .execute()
    expect(found.map(({ id }) => `/media/${id}.mp3`)).not.toContain(audio)
    as = (await club.signIn({ email: `${resource}-2@club.example`, password: 'una clave bien larga' })).cookie
  })
})
