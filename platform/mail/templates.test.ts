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
  it('goes to the club, carries the whole message and is answered to the visitor', () => {
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
  it('lead to the club’s own site, with the token in the fragment', () => {
    const mail = confirmationMail(club, 'ana@mail.example', { token: 'a-token', at: 0, siteUrl: site })
    expect(mail.recipient).toBe('ana@mail.example')
    expect(mail.text).toContain('\nhttps://club.example/login#confirm=a-token\n')
    expect(registrationMail(club, 'ana@mail.example', site).text).toContain(
      'https://club.example/admin/users',
    )
    expect(approvalMail(club, 'ana@mail.example', site).text).toContain('https://club.example/login')
  })

  it('have none where the site’s address is not known', () => {
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
  it('show what it is, and are answered to what was written', () => {
    const from = 'ana@club.ex\u0430mple'
    const mail = contactMail({ person: 'Ana', from, body: 'Hola.' })
    expect(mail.text).toContain('<ana@club.xn--exmple-4nf>')
    expect(mail.replyTo).toBe(from)
    expect(registrationMail(club, from, site).text).toContain('ana@club.xn--exmple-4nf se registró')
    expect(registrationMail(club, 'm\u0430ria@club.example', site).text).toContain('letras poco comunes')
  })
})

describe('who gets what', () => {
  it('tells administrators of a registration', () => {
    expect(registrationMail(club, 'ana@mail.example', site)).toMatchObject({ recipient: null })
    expect(registrationMail(club, 'ana@mail.example', site).text).toContain('ana@mail.example')
  })

  it('tells the applicant of the approval', () => {
    expect(approvalMail(club, 'ana@mail.example', site).recipient).toBe('ana@mail.example')
  })

  it('tells the old address of a change', () => {
    expect(passwordChangedMail(club, 'ana@mail.example').recipient).toBe('ana@mail.example')
    const mail = emailChangedMail(club, 'ana@mail.example', 'nueva@mail.example')
    expect(mail.recipient).toBe('ana@mail.example')
    expect(mail.text).toContain('nueva@mail.example')
  })
})

it('has the name of the club, and its hour, as they are by then', () => {
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
