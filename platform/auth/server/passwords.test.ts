import { argon2Sync } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

describe('hashPassword and verifyPassword', () => {
  it('accept only the right password', async () => {
    const phc = await hashPassword('una barraca de lanas')
    expect(await verifyPassword('una barraca de lanas', phc)).toBe(true)
    for (const wrong of ['', 'una barraca de lana', 'Una barraca de lanas', 'una barraca de lanas ', phc])
      expect(await verifyPassword(wrong, phc)).toBe(false)
  })

  it('create a PHC string with the parameters of OWASP and a random salt', async () => {
    const [one, other] = await Promise.all([hashPassword('la misma clave'), hashPassword('la misma clave')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(other)
  })

  it('read a hash of another argon2id implementation with another cost', async () => {
    const salt = Buffer.from('sixteen byte salt')
    const tag = argon2Sync('argon2id', {
      message: 'vieja clave',
      nonce: salt,
      memory: 8192,
      passes: 3,
      parallelism: 2,
      tagLength: 32,
    })
    const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const phc = `$argon2id$v=19$m=8192,t=3,p=2$${bare(salt)}$${bare(tag)}`
    expect(await verifyPassword('vieja clave', phc)).toBe(true)
    expect(await verifyPassword('nueva clave', phc)).toBe(false)
  })

  it('accept composed and decomposed characters', async () => {
    const phc = await hashPassword('contraseña ﬁna')
    expect(await verifyPassword('contraseña ﬁna'.normalize('NFD'), phc)).toBe(true)
    expect(await verifyPassword('contraseña fina', phc)).toBe(true)
    expect(await verifyPassword('contrasena fina', phc)).toBe(false)
  })

  it('use every character, also after a null character and beyond 72 bytes', async () => {
    const long = 'ñ'.repeat(128)
    const phc = await hashPassword(long)
    expect(await verifyPassword(long, phc)).toBe(true)
    expect(await verifyPassword(`${long.slice(0, -1)}n`, phc)).toBe(false)
    expect(await verifyPassword('clave\0uno', await hashPassword('clave\0dos'))).toBe(false)
  })

  it.each(['', 'none', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=0,t=2,p=1$c2FsdHNhbHQ$dGFn'])(
    'throw for the invalid hash %j',
    async (phc) => {
      await expect(verifyPassword('una clave', phc)).rejects.toThrow('PHC')
    },
  )

  it('reject an unknown user after the same work', async () => {
    const phc = await hashPassword('una barraca de lanas')
    await verifyPassword('calentar', null)
    const known: number[] = []
    const unknown: number[] = []
    // The calls alternate, so that other load of the machine affects both equally.
    for (let round = 0; round < 9; round++) {
      known.push(await milliseconds(() => verifyPassword('otra clave', phc)))
      unknown.push(await milliseconds(() => verifyPassword('otra clave', null)))
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[4] as number
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5)
    expect(median(unknown) / median(known)).toBeLessThan(2)
    expect(await verifyPassword('', null)).toBe(false)
  })

  it('process many requests in order and keep threads free for other work', async () => {
    const phc = await hashPassword('una barraca de lanas')
    const served: number[] = []
    const crowd = Promise.all(
      Array.from({ length: 30 }, async (_, place) => {
        const answer = await verifyPassword(place % 2 ? 'una barraca de lanas' : 'otra', phc)
        served.push(place)
        return answer
      }),
    )
    // Hashing must leave a thread free, because reading a file uses the same thread pool.
    await stat(import.meta.dirname)
    expect(served.length).toBeLessThan(15)
    const answers = await crowd
    expect(answers).toEqual(answers.map((_, place) => place % 2 === 1))
    // Two hashes run in parallel, and a busy machine may delay one of them. So only most results are in order.
    const moved = served.map((place, turn) => Math.abs(turn - place)).sort((a, b) => a - b)
    expect(moved[Math.floor(moved.length / 2)]).toBeLessThanOrEqual(4)
  })

  it('continue after a failure', async () => {
    const wrongs = Array.from({ length: 5 }, () =>
      verifyPassword('x', `$argon2id$v=19$m=1,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`),
    )
    expect((await Promise.allSettled(wrongs)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(await verifyPassword('una clave', await hashPassword('una clave'))).toBe(true)
  })
})

describe('isCommonPassword', () => {
  it.each(['password', 'Password1', 'QWERTYUIOP', '12345678', '1q2w3e4r', 'argentina', 'ｐａｓｓｗｏｒｄ'])(
    'is true for %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['una barraca de lanas', 'passwordpasswordpassword', '', 'Luján 1965 a las 4'])(
    'is false for %j',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )
})
