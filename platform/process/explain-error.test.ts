/** Tests explanations of errors. Errors are real where a test can cause them. Others have the documented fields. */
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readCertificateEnd } from '../../ops/checks/certificate-check.ts'
import { type BucketServer, startBuckets } from '../../test/support/buckets.ts'
import { freePort } from '../../test/support/ports.ts'
import { openBucket } from '../media/server/bucket.ts'
import { type BucketPlace, parseBucketUrl } from './bucket-url.ts'
import { explainError, explainKnownError, formatExplanation } from './explain-error.ts'
import { StorageFull, StoreUnavailable } from './storage-errors.ts'

/** Returns the error that `work` throws. */
async function getError(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

const getLine = (error: unknown, where?: string) => formatExplanation(explainError(error, where))

/** Expects one Spanish line with a reason and a fix, without a stack. */
function expectLine(line: string) {
  expect(line).toMatch(/^[^\n]+\. [A-ZÁÉÍÓÚÑ][^\n]+$/)
  expect(line).not.toMatch(/\b(the|error|failed|connect|refused|is|not)\b/)
}

describe('an error of the disk', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'club-explain-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.runIf(process.platform === 'linux')('explains a full disk', async () => {
    const line = getLine(await getError(() => writeFile('/dev/full', 'x')))
    expectLine(line)
    expect(line).toMatch(/^el disco está lleno.*ENOSPC.*Hacé lugar/)
  })

  test.runIf(process.platform === 'linux')('explains a file that cannot be written', async () => {
    const error = await getError(() => writeFile('/proc/version', 'x'))
    expect((error as NodeJS.ErrnoException).code).toMatch(/^E(ACCES|PERM|IO|ROFS)$/)
    expectLine(getLine(error))
  })

  test('explains a missing path, and a folder or file of the wrong kind', async () => {
    const file = join(folder, 'a')
    await writeFile(file, 'x')
    for (const work of [
      () => readFile(join(folder, 'none')),
      () => readFile(folder),
      () => readdir(file),
      () => open(join(file, 'b')),
    ]) {
      const line = getLine(await getError(work), folder)
      expectLine(line)
      expect(line).toContain(folder)
    }
  })

  test('explains a damaged, missing, read-only and full SQLite database', async () => {
    const file = join(folder, 'club.sqlite')
    await writeFile(file, 'not a database, but long enough to be read as one')
    const sqlite = (path: string, sql: string, options = {}) =>
      getError(() => new DatabaseSync(path, options).exec(sql))
    const damaged = getLine(await sqlite(file, 'select * from sqlite_schema'))
    expectLine(damaged)
    expect(damaged).toMatch(/^está dañada.*\.\/pulso restore/)
    const none = getLine(await sqlite(join(folder, 'none', 'club.sqlite'), 'select 1'), 'DATA_DIR')
    expectLine(none)
    expect(none).toContain('DATA_DIR')
    const good = join(folder, 'good.sqlite')
    new DatabaseSync(good).exec('create table a (b)')
    expectLine(getLine(await sqlite(good, 'insert into a values (1)', { readOnly: true })))
    const filling = new DatabaseSync(good)
    filling.exec('pragma max_page_count = 2')
    const full = getLine(await getError(() => filling.exec('insert into a values (zeroblob(100000))')))
    expectLine(full)
    expect(full).toMatch(/^el disco está lleno/)
  })
})

describe('an error of a bucket', () => {
  let buckets: BucketServer
  const servers: Server[] = []
  beforeAll(async () => {
    buckets = await startBuckets()
  })
  afterAll(() => buckets.stop())
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  const put = async (place: BucketPlace) => (await openBucket(place)).put('a', new Uint8Array(1))
  const getPlace = (url: string) => parseBucketUrl(url) as BucketPlace

  /** Starts a server that answers every request with these bytes. */
  async function serverThatAnswers(text: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(text))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(server.address() as { port: number }).port}`
  }

  const s3Answer = (status: number, code: string) => {
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`
    return `HTTP/1.1 ${status} x\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

  test('names the variable when the bucket does not answer or does not exist', async () => {
    const closed = `s3://media?endpoint=http://127.0.0.1:${await freePort()}`
    const refused = getLine(await getError(() => put(getPlace(closed))), 'BACKUP_TO')
    expectLine(refused)
    expect(refused).toMatch(/127\.0\.0\.1:\d+ \(ECONNREFUSED\).*BACKUP_TO/)
    const missing = { ...getPlace(buckets.create()), bucket: 'another-bucket' }
    const line = getLine(await getError(() => put(missing)), 'BACKUP_TO')
    expectLine(line)
    expect(line).toMatch(/^ese balde no existe \(NoSuchBucket 404\).*BACKUP_TO/)
    const unknown = getLine(await getError(() => put(getPlace('s3://media?endpoint=http://no.such.invalid'))))
    expectLine(unknown)
    expect(unknown).toMatch(/ENOTFOUND|EAI_AGAIN/)
  })

  test.each([
    [403, 'AccessDenied', /permiso/],
    [403, 'InvalidAccessKeyId', /AWS_ACCESS_KEY_ID/],
    [403, 'SignatureDoesNotMatch', /AWS_SECRET_ACCESS_KEY/],
    [403, 'RequestTimeTooSkewed', /timedatectl/],
    [403, 'QuotaExceeded', /lleno/],
    [403, 'SomethingElse', /permiso/],
    [404, 'NoSuchBucket', /no existe/],
    [301, 'PermanentRedirect', /region=/],
    [400, 'AuthorizationHeaderMalformed', /region=/],
    [405, 'MethodNotAllowed', /endpoint=/],
    [507, 'InsufficientStorage', /lleno/],
    [500, 'InternalError', /falla/],
  ])('explains the response %i %s', async (status, code, expected) => {
    const endpoint = `http://${await serverThatAnswers(s3Answer(status, code))}`
    const line = getLine(await getError(() => put(getPlace(`s3://media?endpoint=${endpoint}`))), 'MEDIA_URL')
    expectLine(line)
    expect(line).toMatch(expected)
  })

  test('explains a server without TLS at an https address', async () => {
    const endpoint = `https://${await serverThatAnswers('220 hello\r\n')}`
    const line = getLine(await getError(() => put(getPlace(`s3://media?endpoint=${endpoint}`))), 'MEDIA_URL')
    expectLine(line)
    expect(line).toMatch(/TLS.*MEDIA_URL/)
    expectLine(getLine(await getError(() => readCertificateEnd(endpoint))))
  })
})

test('finds the original error that fetch and the media store wrap', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`
  const refused = await getError(() => fetch(closed))
  expect(getLine(refused)).toContain('ECONNREFUSED')
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  expect(getLine(new StoreUnavailable(full))).toMatch(/^el disco está lleno/)
  expect(getLine(new StorageFull('No room left', { cause: full }))).toMatch(/^el disco está lleno/)
  const slow = await getError(() => fetch(closed, { signal: AbortSignal.timeout(0) }))
  expectLine(getLine(slow instanceof DOMException ? slow : new DOMException('x', 'TimeoutError')))
})

test.each<[{ code?: string; message?: string; path?: string; address?: string; port?: number }, RegExp]>([
  [{ code: '28P01' }, /contraseña de DATABASE_URL/],
  [{ code: '28000' }, /pg_hba/],
  [{ code: '3D000' }, /createdb/],
  [{ code: '53100' }, /lleno/],
  [{ code: '53300' }, /conexiones/],
  [{ code: '57P03' }, /arrancando/],
  [{ code: '25006' }, /réplica/],
  [{ code: '42501' }, /permiso/],
  [{ message: 'Connection terminated due to connection timeout' }, /no contestó a tiempo/],
  [{ message: 'timeout exceeded when trying to connect' }, /no contestó a tiempo/],
  [{ message: 'Connection terminated unexpectedly' }, /se cortó/],
  [{ message: 'The server does not support SSL connections' }, /sslmode/],
  [{ code: 'EROFS', path: '/srv' }, /montado solo para leer en \/srv/],
  [{ code: 'EACCES', path: '/srv' }, /permiso en \/srv.*\/srv sea del usuario/],
  [{ code: 'EACCES', path: '/srv/.doctor.1a2b.tmp' }, /permiso en \/srv \(.*\/srv sea del usuario/],
  [{ code: 'EAI_AGAIN' }, /DNS/],
  [{ code: 'EHOSTUNREACH', address: '10.0.0.9', port: 5432 }, /camino.*10\.0\.0\.9:5432/],
  [{ code: 'CERT_HAS_EXPIRED' }, /venció/],
  [{ code: 'CERT_NOT_YET_VALID' }, /hora/],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /NODE_EXTRA_CA_CERTS/],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, /NODE_EXTRA_CA_CERTS/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /otro nombre/],
])('explains %j', (fields, expected) => {
  const line = getLine(Object.assign(new Error(fields.message ?? 'x'), fields), 'DATABASE_URL')
  expectLine(line)
  expect(line).toMatch(expected)
})

test('quotes the first line of an unknown error, without a fix', () => {
  const error = new Error('something\nat somewhere')
  expect(explainError(error)).toEqual({ reason: 'something', fix: null })
  expect(explainError('text')).toEqual({ reason: 'text', fix: null })
  expect(explainKnownError(error)).toBeNull()
  expect(explainKnownError(new TypeError('x is not a function'))).toBeNull()
})
