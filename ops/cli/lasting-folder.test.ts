import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireLastingFolder } from './lasting-folder.ts'

let place: string
let release: string
let dataDir: string
beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'club-lasting-')))
  release = join(place, 'releases/pulso-1')
  dataDir = join(place, 'data')
  await mkdir(release, { recursive: true })
  await symlink('releases/pulso-1', join(place, 'current'))
})
afterEach(() => rm(place, { recursive: true }))

const ofProgram = { message: expect.stringContaining('es parte del programa') }
const requireIn = (where: string) => requireLastingFolder(join(place, where), dataDir, release)

test.each([
  'releases/pulso-1',
  'releases/pulso-1/a/new/folder',
  'current',
  'current/copies',
  'releases/pulso-1/..x',
])('refuses %s', (where) => expect(requireIn(where)).rejects.toMatchObject(ofProgram))

test.each(['copies', 'releases', 'releases/pulso-10', 'releases/pulso-1/../copies'])('accepts %s', (where) =>
  expect(requireIn(where)).resolves.toBeUndefined(),
)

test('accepts a folder of DATA_DIR that is inside the program', async () => {
  dataDir = join(release, 'data')
  await expect(requireIn('releases/pulso-1/data/backups')).resolves.toBeUndefined()
  await expect(requireIn('releases/pulso-1/date')).rejects.toMatchObject(ofProgram)
})

test('accepts every folder of a checkout', async () => {
  await mkdir(join(release, '.git'))
  await expect(requireIn('releases/pulso-1/copies')).resolves.toBeUndefined()
})
