import { describe, expect, it } from 'vitest'
import type { MailedWarning } from '../../platform/shared/health-conditions.ts'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import { composeWarningMail, composeWarningOverMail } from './warning-mail.ts'

const site = 'https://club.example'
const club = createSiteSettings().identity

describe('warning mails', () => {
  const measured: Record<MailedWarning, number> = {
    backup: 0,
    elsewhere: 0,
    media: 0,
    disk: 0.099,
    certificate: Date.parse('2026-12-01T02:00:00Z'),
    clock: 40_000,
    leader: 0,
    integrity: 0,
    files: 588,
    failures: 7,
  }
  const mails = (Object.keys(measured) as (keyof typeof measured)[]).flatMap((condition) =>
    [site, null].flatMap((siteUrl) => {
      const found = { condition, measured: measured[condition], holdsDeletion: siteUrl === null, siteUrl }
      return [composeWarningMail(club, found), composeWarningOverMail(club, found)]
    }),
  )

  it('ask the administrators to forward them to the operator, and contain only the address of the site', () => {
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(20)
    for (const { recipient, text } of mails) {
      expect(recipient).toBeNull()
      expect(text).toContain(club.name)
      expect(text.replaceAll(`${site}/admin`, '…')).not.toMatch(/:\/\/|null|undefined|NaN|\n{3}/)
    }
    expect(mails.filter(({ text }) => text.includes('docs/operacion.md'))).toHaveLength(20)
  })

  it('contain the measured value, and dates in the time zone of the club', () => {
    const text = mails.map(({ text }) => text).join('')
    expect(text).toContain('el 9 %')
    expect(text).toContain('hasta el 30-11-2026')
    expect(text).toContain('7 veces')
  })
})
