import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Env, EnvError, findSlips, readEnv, VARIABLES, type Variable } from './env.ts'

type Given = Partial<Record<Variable, string>>

function getRefusal(env: Given): string {
  try {
    readEnv(env)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  throw new Error(`was accepted: ${JSON.stringify(env)}`)
}

const refused: Record<Exclude<Variable, 'DATA_DIR' | 'BACKUP_KEY'>, string[]> = {
  BACKUP_TO: ['s3://Backups', 'https://s3.example/backups', 's3://key:secret@backups'],
  PORT: ['abc', '-1', '65536', '80.5', '0x50', '1e3', '３０００', '99999999999'],
  HOST: ['[::1]', 'http://localhost', '127.0.0.1:3000', 'a b', '-club', 'club.'],
  DATABASE_URL: [
    'club.db',
    'mysql://localhost/club',
    'sqlite:club.db',
    'postgres:',
    'postgres://',
    'postgres://u:s#x@db/c',
  ],
  MEDIA_URL: [
    'https://cdn.example',
    'file:///srv/media',
    's3://',
    's3://Media',
    's3://key:secret@media',
    's3://media?endpoint=s3.example',
    's3://media?endpoint=ftp://s3.example',
    's3://media?endpoint=https://key:secret@s3.example',
    's3://media?endpoint=https:///s3.example',
    's3://media?endpoint=https:s3.example',
    's3://media?acl=public',
    's3://media/a//b',
    's3://media/..%2fother',
    's3://media:9000',
  ],
  SMTP_URL: ['localhost', 'http://localhost', 'smtp://', 'smtps:'],
  MAIL_FROM: [
    'club',
    'Club <club>',
    'Club a@club.example',
    'A\nBcc: x <a@club.example>',
    'a\u0000b@club.example',
  ],
  MAIL_TO: ['club', ',', 'a@club.example, b', 'a@club.example;b@club.example', 'A <a@club.example>'],
  SITE_URL: [
    'club.example',
    'ftp://club.example',
    'https://',
    'https://club.example/inicio',
    'https://club.example/?a',
    'https://a:b@club.example',
    'https:club.example',
    'https:/club.example',
    'https:///club.example',
    'https:\\\\club.example',
    'https://%63lub.example',
  ],
  ADMIN_EMAIL: ['admin', 'admin@localhost', 'a b@club.example', 'a@club.example, b@club.example'],
  ADMIN_PASSWORD: ['1234567', 'x'.repeat(129), '        '],
  DEMO: ['yes', 'true', '2'],
  REGISTRATION: ['Open', 'none', 'toString'],
  REQUIRE_2FA: ['2', 'yes'],
  WORKERS: ['0', '65', '1.5', 'auto'],
  TRUST_PROXY: ['yes', '-1', '1.5', '10.0.0.0/33', '::/129', '10.0.0.1/a', '10.0.0.1/8/8', '10.0.0.1/', ','],
  METRICS_TOKEN: ['two words', 'ñandú', 'a\tb'],
  LOG_LEVEL: ['verbose', 'INFO', '3'],
  VITE_API_BASE: [
    'api',
    '/',
    '//api.club.example',
    '/api?x=1',
    'ftp://api.club.example',
    'https://a:b@api.club.example',
    'https:///api.club.example',
    'https:api.club.example/v1',
  ],
  CORS_ORIGINS: [
    '*',
    'club.example',
    'https://club.example/es',
    'https://club.example, null',
    'https:///club.example',
  ],
}

describe('an invalid variable', () => {
  it.each(Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    '%s=%j is rejected in one line that names the variable',
    (name, value) => {
      const companions: Given = { ADMIN_EMAIL: 'admin@club.example', ADMIN_PASSWORD: 'una clave larga' }
      const message = getRefusal({ ...(name.startsWith('ADMIN_') && companions), [name]: value })
      expect(message.split('\n')).toHaveLength(1)
      expect(message).toMatch(new RegExp(`^${name}: \\S`))
    },
  )

  it('is quoted in the message, shortened', () => {
    expect(getRefusal({ PORT: 'abc' })).toBe('PORT: tiene que ser un número entre 0 y 65535 (recibí "abc")')
    expect(getRefusal({ HOST: `${'x'.repeat(500)} y` }).length).toBeLessThan(200)
  })

  it('is not quoted when it may contain a secret', () => {
    const secret = 's3cret'
    const message = getRefusal({
      DATABASE_URL: `mysql://club:${secret}@db/club`,
      SMTP_URL: `http://club:${secret}@smtp.example`,
      MEDIA_URL: `s3://key:${secret}@media`,
      METRICS_TOKEN: `${secret} `.repeat(2),
      ADMIN_EMAIL: 'admin@club.example',
      ADMIN_PASSWORD: secret,
    })
    expect(message.split('\n').map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'MEDIA_URL',
      'SMTP_URL',
      'ADMIN_PASSWORD',
      'METRICS_TOKEN',
    ])
    expect(message).not.toContain(secret)
  })

  it('does not hide other invalid variables', () => {
    const message = getRefusal({ PORT: 'abc', DEMO: 'yes', LOG_LEVEL: 'verbose' })
    expect(message.split('\n').map((line) => line.split(':')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL'])
  })
})

describe('a name with a slip', () => {
  it.each([
    ['SMTP_ULR', 'SMTP_URL'],
    ['MEDIAURL', 'MEDIA_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['BACKUP_T0', 'BACKUP_TO'],
    ['site-url', 'SITE_URL'],
    ['TRUST_PROXI', 'TRUST_PROXY'],
  ])('%s is found', (name, meant) => {
    expect(findSlips({ [name]: 'x', PATH: '/bin' })).toEqual([{ name, meant }])
  })

  it.each([
    ...VARIABLES,
    'PATH',
    'HOME',
    'PORTS',
    'HOSTS',
    'MAIL',
    'DEMOS',
    'LOGNAME',
    'PGDATABASE',
    'AWS_ACCESS_KEY_ID',
    'NODE_ENV',
    '',
    'x'.repeat(100_000),
  ])('%s is none', (name) => {
    expect(findSlips({ [name]: 'x' })).toEqual([])
  })
})

describe('the first administrator', () => {
  it.each([
    [{ ADMIN_EMAIL: 'admin@club.example' }, 'ADMIN_PASSWORD: falta; va junto con ADMIN_EMAIL'],
    [{ ADMIN_PASSWORD: 'una clave larga' }, 'ADMIN_EMAIL: falta; va junto con ADMIN_PASSWORD'],
    [
      { ADMIN_EMAIL: 'admin@club.example', ADMIN_PASSWORD: '   ' },
      'ADMIN_PASSWORD: falta; va junto con ADMIN_EMAIL',
    ],
  ] as Array<[Given, string]>)('needs e-mail and password: rejects %j', (env, message) => {
    expect(getRefusal(env)).toBe(message)
  })

  it.each(['12345678', 'x'.repeat(128), ' con espacios ', 'ñandú y 🎛️ de noche'])(
    'may have the password %j',
    (password) => {
      const env = readEnv({ ADMIN_EMAIL: 'admin@club.example', ADMIN_PASSWORD: password })
      expect(env).toMatchObject({ adminEmail: 'admin@club.example', adminPassword: password })
    },
  )
})

const defaults: Env = {
  port: 3000,
  host: '127.0.0.1',
  dataDir: resolve('data'),
  databaseUrl: null,
  mediaUrl: resolve('data/media'),
  smtpUrl: null,
  mailFrom: 'no-reply@localhost',
  mailTo: null,
  siteUrl: null,
  adminEmail: null,
  adminPassword: null,
  demo: true,
  registration: 'approval',
  require2fa: false,
  workers: 1,
  trustProxy: 0,
  metricsToken: null,
  logLevel: 'info',
  apiBase: '/api',
  corsOrigins: [],
  backupTo: null,
  backupKey: null,
}

describe('BACKUP_TO', () => {
  it('needs BACKUP_KEY when it is a bucket', () => {
    expect(getRefusal({ BACKUP_TO: 's3://backups' })).toMatch(/^BACKUP_KEY: /)
  })
})

describe('a variable that is not set', () => {
  it('has its default', () => {
    expect(readEnv({})).toEqual(defaults)
  })

  it.each(['', ' '])('has its default when its value is %j', (empty) => {
    expect(readEnv(Object.fromEntries(VARIABLES.map((name) => [name, empty])))).toEqual(defaults)
  })

  it('has its default beside unknown variables', () => {
    expect(readEnv({ PATH: '/bin', port: '1', VITE_OTHER: 'x' })).toEqual(defaults)
  })
})

describe('a valid variable', () => {
  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: ' 65535 ' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::' }, { host: '::' }],
    [{ HOST: 'localhost' }, { host: 'localhost' }],
    [{ DATA_DIR: '/srv/club' }, { dataDir: '/srv/club', mediaUrl: join('/srv/club', 'media') }],
    [{ DATA_DIR: 'here' }, { dataDir: resolve('here'), mediaUrl: resolve('here/media') }],
    [
      { DATA_DIR: '/srv/club', MEDIA_URL: '/mnt/media' },
      { dataDir: '/srv/club', mediaUrl: '/mnt/media' },
    ],
    [{ MEDIA_URL: 'pictures' }, { mediaUrl: resolve('pictures') }],
    [
      { MEDIA_URL: 's3://media/club?endpoint=https://s3.example&region=sa-east-1' },
      { mediaUrl: 's3://media/club?endpoint=https://s3.example&region=sa-east-1' },
    ],
    [
      { DATABASE_URL: 'postgres://club:p%40ss@db:5432/club' },
      { databaseUrl: 'postgres://club:p%40ss@db:5432/club' },
    ],
    [
      { DATABASE_URL: 'postgresql://db/club?sslmode=require' },
      { databaseUrl: 'postgresql://db/club?sslmode=require' },
    ],
    [{ DATABASE_URL: 'postgres:///club?host=/run' }, { databaseUrl: 'postgres:///club?host=/run' }],
    [{ SMTP_URL: 'smtps://u:p@smtp.example:465' }, { smtpUrl: 'smtps://u:p@smtp.example:465' }],
    [{ MAIL_FROM: 'Club Ñandú <hola@club.example>' }, { mailFrom: 'Club Ñandú <hola@club.example>' }],
    [{ MAIL_FROM: 'hola@club.example' }, { mailFrom: 'hola@club.example' }],
    [{ MAIL_TO: 'a@club.example , b@club.example,' }, { mailTo: ['a@club.example', 'b@club.example'] }],
    [
      { SITE_URL: 'https://Club.Example/' },
      { siteUrl: 'https://club.example', mailFrom: 'no-reply@club.example' },
    ],
    [
      { SITE_URL: 'http://127.0.0.1:8080' },
      { siteUrl: 'http://127.0.0.1:8080', mailFrom: 'no-reply@127.0.0.1' },
    ],
    [{ DEMO: '0' }, { demo: false }],
    [{ DEMO: '1' }, { demo: true }],
    [{ REGISTRATION: 'closed' }, { registration: 'closed' }],
    [{ REGISTRATION: 'open' }, { registration: 'open' }],
    [{ REQUIRE_2FA: '0' }, { require2fa: false }],
    [{ REQUIRE_2FA: '1' }, { require2fa: true }],
    [{ WORKERS: '4' }, { workers: 4 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1, fd00::/8' }, { trustProxy: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
    [{ METRICS_TOKEN: 'aB3-._~+/=' }, { metricsToken: 'aB3-._~+/=' }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ BACKUP_TO: '/mnt/usb' }, { backupTo: '/mnt/usb', backupKey: null }],
    [
      { BACKUP_TO: 's3://backups/club', BACKUP_KEY: '/etc/club/backup.key' },
      { backupTo: 's3://backups/club', backupKey: '/etc/club/backup.key' },
    ],
    [{ VITE_API_BASE: '/v1/api/' }, { apiBase: '/v1/api' }],
    [{ VITE_API_BASE: 'https://api.club.example/' }, { apiBase: 'https://api.club.example' }],
    [
      { CORS_ORIGINS: 'https://club.example/, http://localhost:5173' },
      { corsOrigins: ['https://club.example', 'http://localhost:5173'] },
    ],
  ] as Array<[Given, Partial<Env>]>)('is parsed: %j', (given, expected) => {
    expect(readEnv(given)).toEqual({ ...defaults, ...expected })
  })
})
