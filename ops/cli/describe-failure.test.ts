import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolderTarget } from '../backup/archive-target.ts'
import { describeFailure } from './describe-failure.ts'

/** User id of nobody. Root may write everywhere, so the test becomes another user for one call. */
const NOBODY = 65_534
const isRoot = process.geteuid?.() === 0

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-failure-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('names the missing endpoint when a bucket is searched at Amazon', () => {
  const hostname = 'daily.s3.us-east-1.amazonaws.com'
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname })
  expect(describeFailure(error).message).toMatch(
    /daily\.s3.*amazonaws.*Sin \?endpoint= el balde se busca en Amazon/,
  )
  const other = Object.assign(error, { hostname: 's3.servidor.example' })
  expect(describeFailure(other).message).not.toContain('Amazon')
})

test.skipIf(process.platform === 'win32')('names a folder that the user cannot write to', async () => {
  await chmod(folder, 0o500)
  if (isRoot) process.seteuid?.(NOBODY)
  const error: unknown = await openFolderTarget(folder)
    .put('a.tar', (async function* () {})())
    .catch((reason) => reason)
    .finally(() => isRoot && process.seteuid?.(0))
  const { message } = describeFailure(error)
  expect(message).toContain(`No se pudo usar ${folder}: no hay permiso en ${folder} (EACCES). `)
  // The temporary file does not exist, and the folder may be /root, which must keep its owner.
  expect(message).not.toMatch(/\.tmp|sea del usuario/)
  expect(message).toMatch(/Elegí otra carpeta con --to.*install -d/)
})
