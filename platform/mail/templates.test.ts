import { describe, expect, it } from 'vitest'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import {
  approvalMail,
  confirmationMail,
  contactMail,
  emailChangedMail,
  passwordChangedMail,
  registrationMail,
} from './templates.ts'

const site = 'https://club.example'
const club = createSiteSettings().identity

describe('contactLetter', () => {
  it('is sent to the club with the whole message, and replies go to the visitor', () => {
    const mail = contactMail({
      person: 'Ana',
      from: 'ana@mail.example',
      body: 'Hola.\n\n¿Abren el jueves?',
    })
    expect(mail).toMatchObject({ recipient: null, replyTo: 'ana@mail.example', subject: 'Mensaje de Ana' })
    expect(mail.text).toContain('Ana <ana@mail.example>')
    expect(mail.text).toContain('Hola.\n\n¿Abren el jueves?')
  })
})

describe('mails with a link', () => {
  it('link to the club’s site, with the token in the fragment', () => {
    const mail = confirmationMail(club, 'ana@mail.example', { token: 'a-token', at: 0, siteUrl: site })
    expect(mail.recipient).toBe('ana@mail.example')
    expect(mail.text).toContain('\nhttps://club.example/login#confirm=a-token\n')
    expect(registrationMail(club, 'ana@mail.example', site).text).toContain(
      'https://club.example/admin/users',
    )
    expect(approvalMail(club, 'ana@mail.example', site).text).toContain('https://club.example/login')
  })

  it('contain no link without SITE_URL', () => {
    for (const mail of [
      registrationMail(club, 'ana@mail.example', null),
      approvalMail(club, 'ana@mail.example', null),
    ]) {
      expect(mail.text).not.toMatch(/:\/\/|null|\n{3}/)
      expect(mail.text).toContain(club.name)
    }
  })
})

describe('mails about an address', () => {
  it('show the address in a readable form, and replies go to the stored address', () => {
    const from = 'ana@club.ex\u0430mple'
    const mail = contactMail({ person: 'Ana', from, body: 'Hola.' })
    expect(mail.text).toContain('<ana@club.xn--exmple-4nf>')
    expect(mail.replyTo).toBe(from)
    expect(registrationMail(club, from, site).text).toContain('ana@club.xn--exmple-4nf se registró')
    expect(registrationMail(club, 'm\u0430ria@club.example', site).text).toContain('letras poco comunes')
  })
})

describe('recipients', () => {
  it('are the administrators for a registration', () => {
    expect(registrationMail(club, 'ana@mail.example', site)).toMatchObject({ recipient: null })
    expect(registrationMail(club, 'ana@mail.example', site).text).toContain('ana@mail.example')
  })

  it('are the applicant for an approval', () => {
    expect(approvalMail(club, 'ana@mail.example', site).recipient).toBe('ana@mail.example')
  })

  it('are the old address for a change of the e-mail', () => {
    expect(passwordChangedMail(club, 'ana@mail.example').recipient).toBe('ana@mail.example')
    const mail = emailChangedMail(club, 'ana@mail.example', 'nueva@mail.example')
    expect(mail.recipient).toBe('ana@mail.example')
    expect(mail.text).toContain('nueva@mail.example')
  })
})

it('uses the current name and time zone of the club', () => {
  const other = createSiteSettings({ identity: { name: 'Otra {pista}', timeZone: 'Asia/Tokyo' } }).identity
  const mail = confirmationMail(other, 'ana@mail.example', { token: 'a-token', at: 0, siteUrl: site })
  expect(mail.subject).toBe('Confirmá tu e-mail para Otra {pista}')
  expect(mail.text).toContain('el 01-01-1970 a las 09:00 (hora del club)')
  expect(mail.text).toMatch(/Un abrazo,\nOtra \{pista\}\n$/)
  for (const { subject, text } of [
    mail,
    approvalMail(other, 'ana@mail.example', site),
    passwordChangedMail(other, 'ana@mail.example'),
    registrationMail(other, 'ana@mail.example', site),
  ])
    expect(subject + text).not.toContain(club.name)
})
