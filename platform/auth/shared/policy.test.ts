import { describe, expect, it } from 'vitest'
import { getRefusal, type Identity, isOpenBeforeSecondFactor, needsSession, permissions } from './policy.ts'

const ana = { id: 'ana' }
const names = Object.keys(permissions) as (keyof typeof permissions)[]
const held = (identity: Identity, params?: Record<string, string>) =>
  names.filter((name) => getRefusal(identity, permissions[name], params) === null)

const PUBLIC = [
  'service.read',
  'metrics.read',
  'content.read',
  'settings.read',
  'account.sign-in',
  'account.sign-out',
]

describe('the policy table', () => {
  it('grants visitors only the public permissions', () => {
    const visitor = { user: null, token: null, owesSecondFactor: false }
    expect(held(visitor).sort()).toEqual([...PUBLIC, 'users.create'].sort())
    expect(getRefusal(visitor, permissions['history.read'])).toBe('sign-in-needed')
  })

  it('rejects a registration with an expired session', () => {
    const expired = { user: null, token: 'x', owesSecondFactor: false }
    expect(held(expired).sort()).toEqual([...PUBLIC].sort())
    expect(getRefusal(expired, permissions['users.create'])).toBe('sign-in-needed')
  })

  it('limits administrators who owe a second factor to their own account', () => {
    const owing = { user: ana, token: 'x', owesSecondFactor: true }
    expect(getRefusal(owing, permissions['content.write'])).toBe('second-factor-needed')
    expect(held(owing, { id: 'bruno' }).sort()).toEqual([...PUBLIC, 'account.manage'].sort())
    expect(held(owing, { id: 'ana' }).sort()).toEqual(
      [...PUBLIC, 'account.manage', 'users.read', 'users.update'].sort(),
    )
  })

  it('gives administrators every permission', () => {
    const administrator = { user: ana, token: 'x', owesSecondFactor: false }
    expect(held(administrator, { id: 'bruno' })).toEqual(names)
  })

  it('knows which permissions need a session or a second factor', () => {
    expect(names.filter((one) => !needsSession(permissions[one])).sort()).toEqual(
      [...PUBLIC, 'users.create'].sort(),
    )
    expect(
      names.filter((one) => needsSession(permissions[one]) && isOpenBeforeSecondFactor(permissions[one])),
    ).toEqual(['account.manage'])
  })
})
