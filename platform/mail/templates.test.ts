import { describe, expect, it } from 'vitest'
import { siteSaying } from '../../test/support/site.ts'
import type { OverviewWarning } from '../shared/health-conditions.ts'
import {
  approvalMail,
  confirmationMail,
  contactMail,
  emailChangedMail,
  passwordChangedMail,
  registrationMail,
  warningMail,
  warningOverMail,
} from './templates.ts'

const site = 'https://club.example'
const club = siteSaying().identity

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

describe('warnings', () => {
  const measured: Record<OverviewWarning, number> = {
    backup: 0,
    disk: 0.099,
    certificate: Date.parse('2026-12-01T02:00:00Z'),
    clock: 40_000,
    leader: 0,
    integrity: 0,
    failures: 7,
  }
  const mails = (Object.keys(measured) as (keyof typeof measured)[]).flatMap((condition) =>
    [site, null].flatMap((siteUrl) => {
      const found = { condition, measured: measured[condition], holdsDeletion: siteUrl === null, siteUrl }
      return [warningMail(club, found), warningOverMail(club, found)]
    }),
  )

  it('go to the administrators, say whom to pass them to, and name no address but the site’s', () => {
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(14)
    for (const { recipient, text } of mails) {
      expect(recipient).toBeNull()
      expect(text).toContain(club.name)
      expect(text.replaceAll(`${site}/admin`, '…')).not.toMatch(/:\/\/|null|undefined|NaN|\n{3}/)
    }
    expect(mails.filter(({ text }) => text.includes('docs/operacion.md'))).toHaveLength(14)
  })

  it('say how much, and until when by the hour of the club', () => {
    const text = mails.map(({ text }) => text).join('')
    expect(text).toContain('el 9 %')
    expect(text).toContain('hasta el 30-11-2026')
    expect(text).toContain('7 veces')
  })
})

it('has the name of the club, and its hour, as they are by then', () => {
  const other = siteSaying({ identity: { name: 'Otra {pista}', timeZone: 'Asia/Tokyo' } }).identity
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
