import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeFileLock } from '../../platform/process/file-lock.ts'
import { createStaging, removeLeftStaging } from './restore-staging.ts'

let dataDir: string
let logged: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-staging-'))
  logged = []
})
afterEach(() => rm(dataDir, { recursive: true }))

const removeLeft = (now = Date.now()) =>
  removeLeftStaging(
    dataDir,
    { info: (_, words) => logged.push(words), warn: (_, words) => logged.push(words) },
    now,
  )

/** Creates a folder as a killed restore leaves it. No process holds its lock. */
async function createLeft(name = '.restore-killed'): Promise<string> {
  const folder = join(dataDir, name)
  await mkdir(join(folder, 'tables'), { recursive: true })
  takeFileLock(join(folder, 'lock'))()
  await writeFile(join(folder, 'tables', 'events.ndjson.gz'), 'rows')
  return folder
}

test('keeps the folder of a restore that runs, and removes it when the restore ends', async () => {
  const staging = await createStaging(dataDir)
  await removeLeft()
  expect(await readdir(dataDir)).toHaveLength(1)
  await staging.remove()
  expect(await readdir(dataDir)).toEqual([])
  expect(logged).toEqual([])
})

test('keeps the files that a killed restore had moved away, and says so', async () => {
  const folder = await createLeft()
  await writeFile(join(folder, 'old-0'), 'film')
  await removeLeft()
  expect(await readdir(folder)).toContain('old-0')
  expect(logged).toEqual([expect.stringContaining('the folder has the replaced files')])
})

test('keeps a folder without a lock for a day, because its restore may have just begun', async () => {
  const folder = join(dataDir, '.restore-old')
  await mkdir(folder)
  await removeLeft()
  expect(await readdir(dataDir)).toEqual(['.restore-old'])
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  await utimes(folder, twoDaysAgo, twoDaysAgo)
  await removeLeft()
  expect(await readdir(dataDir)).toEqual([])
})

test('removes the folder of a killed restore, and nothing else', async () => {
  await createLeft()
  await createLeft('other')
  await removeLeft()
  expect(await readdir(dataDir)).toEqual(['other'])
})

test('a folder of data that does not exist yet is no error', async () => {
  await rm(dataDir, { recursive: true })
  await removeLeft()
  await mkdir(dataDir)
  expect(logged).toEqual([])
})
