import { describe, expect, it } from 'vitest'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import {
  composeApprovalMail,
  composeConfirmationMail,
  composeEmailChangedMail,
  composePasswordChangedMail,
  composeRegistrationMail,
} from './templates.ts'

const site = 'https://club.example'
const club = createSiteSettings().identity

describe('mails with a link', () => {
  it('link to the club’s site, with the token in the fragment', () => {
    const mail = composeConfirmationMail(club, 'ana@mail.example', { token: 'a-token', at: 0, siteUrl: site })
    expect(mail.recipient).toBe('ana@mail.example')
    expect(mail.text).toContain('\nhttps://club.example/login#confirm=a-token\n')
    expect(composeRegistrationMail(club, 'ana@mail.example', site).text).toContain(
      'https://club.example/admin/users',
    )
    expect(composeApprovalMail(club, 'ana@mail.example', site).text).toContain('https://club.example/login')
  })

  it('contain no link without SITE_URL', () => {
    for (const mail of [
      composeRegistrationMail(club, 'ana@mail.example', null),
      composeApprovalMail(club, 'ana@mail.example', null),
    ]) {
      expect(mail.text).not.toMatch(/:\/\/|null|\n{3}/)
      expect(mail.text).toContain(club.name)
    }
  })
})

describe('mails about an address', () => {
  it('show the address in a readable form', () => {
    const from = 'ana@club.ex\u0430mple'
    expect(composeRegistrationMail(club, from, site).text).toContain('ana@club.xn--exmple-4nf se registró')
    expect(composeRegistrationMail(club, 'm\u0430ria@club.example', site).text).toContain(
      'letras poco comunes',
    )
  })
})

describe('recipients', () => {
  it('are the administrators for a registration', () => {
    expect(composeRegistrationMail(club, 'ana@mail.example', site)).toMatchObject({ recipient: null })
    expect(composeRegistrationMail(club, 'ana@mail.example', site).text).toContain('ana@mail.example')
  })

  it('are the applicant for an approval', () => {
    expect(composeApprovalMail(club, 'ana@mail.example', site).recipient).toBe('ana@mail.example')
  })

  it('are the old address for a change of the e-mail', () => {
    expect(composePasswordChangedMail(club, 'ana@mail.example').recipient).toBe('ana@mail.example')
    const mail = composeEmailChangedMail(club, 'ana@mail.example', 'nueva@mail.example')
    expect(mail.recipient).toBe('ana@mail.example')
    expect(mail.text).toContain('nueva@mail.example')
  })
})

it('uses the current name and time zone of the club', () => {
  const other = createSiteSettings({ identity: { name: 'Otra {pista}', timeZone: 'Asia/Tokyo' } }).identity
  const mail = composeConfirmationMail(other, 'ana@mail.example', { token: 'a-token', at: 0, siteUrl: site })
  expect(mail.subject).toBe('Confirmá tu e-mail para Otra {pista}')
  expect(mail.text).toContain('el 01-01-1970 a las 09:00 (hora del club)')
  expect(mail.text).toMatch(/Un abrazo,\nOtra \{pista\}\n$/)
  for (const { subject, text } of [
    mail,
    composeApprovalMail(other, 'ana@mail.example', site),
    composePasswordChangedMail(other, 'ana@mail.example'),
    composeRegistrationMail(other, 'ana@mail.example', site),
  ])
    expect(subject + text).not.toContain(club.name)
})
