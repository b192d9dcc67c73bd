import { describe, expect, it } from 'vitest'
import { composeContactMail } from './message-mails.ts'

describe('composeContactMail', () => {
  it('is sent to the club with the whole message, and replies go to the visitor', () => {
    const mail = composeContactMail({
      person: 'Ana',
      from: 'ana@mail.example',
      body: 'Hola.\n\n¿Abren el jueves?',
    })
    expect(mail).toMatchObject({ recipient: null, replyTo: 'ana@mail.example', subject: 'Mensaje de Ana' })
    expect(mail.text).toContain('Ana <ana@mail.example>')
    expect(mail.text).toContain('Hola.\n\n¿Abren el jueves?')
  })

  it('tells how to answer an address that cannot be a Reply-To', () => {
    const mail = composeContactMail({ person: 'José', from: 'josé@mail.example', body: 'Hola.' })
    expect(mail.text).toContain('josé@mail.example')
    expect(mail.text).toContain('copiá su dirección: si respondés este mail, no le llega')
  })

  it('shows the address in a readable form, and replies go to the stored address', () => {
    const from = 'ana@club.ex\u0430mple'
    const mail = composeContactMail({ person: 'Ana', from, body: 'Hola.' })
    expect(mail.text).toContain('<ana@club.xn--exmple-4nf>')
    expect(mail.replyTo).toBe(from)
  })
})
