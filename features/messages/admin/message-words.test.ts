import { describe, expect, it } from 'vitest'
import { formatMoment } from '../../../platform/admin-layout/admin-words.ts'
import type { AnswerDelivery } from '../shared/delivery-state.ts'
import {
  createReplyAddress,
  describeAnswer,
  describeAnswerDelivery,
  describeAnswered,
  describeDelivery,
  fillTemplate,
  getSendLabel,
} from './message-words.ts'

const ZONE = 'America/Argentina/Buenos_Aires'

describe('the answer to a message', () => {
  const message = { from: 'ana+noche@visita.example', body: 'Hola.\n¿Abren?' }

  it('addresses only the visitor, with a subject, the text and the quoted message', () => {
    const url = new URL(createReplyAddress(message, 'Sí & sí.\nAna', 'Pulso'))
    expect(url.protocol).toBe('mailto:')
    expect(decodeURIComponent(url.pathname)).toBe(message.from)
    expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
    expect(url.searchParams.get('subject')).toBe('Tu mensaje a Pulso')
    expect(url.searchParams.get('body')).toBe('Sí & sí.\r\nAna\r\n\r\n> Hola.\r\n> ¿Abren?')
  })

  it('takes no recipients or headers from the text of the message', () => {
    const evil = { from: 'a?bcc=b@visita.example', body: '&cc=e@f.example' }
    const url = new URL(createReplyAddress(evil, '&bcc=c@d.example', '=?utf-8?q?P?=\u202e'))
    expect(url.searchParams.get('subject')).toBe('Tu mensaje a = ?utf-8?q?P?=')
    expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
    expect(decodeURIComponent(url.pathname)).toBe(evil.from)
  })

  it('stays within the limit of mail programs and never cuts a character in half', () => {
    const long = createReplyAddress(
      { ...message, body: `${'x'.repeat(699)}😀${'y'.repeat(5000)}` },
      'Sí.',
      'Pulso',
    )
    expect(long.length).toBeLessThan(2000)
    expect(() => decodeURIComponent(long)).not.toThrow()
    // A `mailto:` address has a maximum length, but the answer of the administrator is never cut.
    const text = 'x'.repeat(5000)
    expect(new URL(createReplyAddress(message, text, 'Pulso')).searchParams.get('body')).toBe(text)
  })

  it('inserts a name into a template without filling placeholders inside the name', () => {
    const words = { nombre: '{club} $& $1', club: 'Pulso' }
    expect(fillTemplate('Hola, {nombre}: {club} {otra}{club}', words)).toBe(
      'Hola, {club} $& $1: Pulso {otra}Pulso',
    )
  })

  it('is shown with its author and its delivery', () => {
    const answered = {
      by: 'sole@club.example',
      byName: 'Sole',
      at: '2026-11-21T02:05:00Z',
      way: 'own',
    } as const
    expect(describeAnswer(answered, ZONE)).toBe('Respondido por Sole el 20-11-2026 23:05, desde su correo')
    expect(describeAnswered({ ...answered, byName: null })).toBe('Respondido por sole@club.example')
    const none = { deliveredAt: null, nextAttemptAt: null, reason: null }
    const told = (delivery: AnswerDelivery) => describeAnswerDelivery(delivery, 'ana@visita.example', ZONE)
    expect(told({ ...none, state: 'waiting' })).toContain('por salir')
    expect(told({ ...none, state: 'delivered', deliveredAt: answered.at })).toContain('20-11-2026 23:05')
    expect(told({ ...none, state: 'failing', nextAttemptAt: answered.at })).toContain('20-11-2026 23:05')
    expect(told({ ...none, state: 'failed' })).toContain('ya no se intenta')
  })
})

it('shows dates as DD-MM-YYYY in the time zone of the club', () => {
  expect(formatMoment('2026-11-21T02:05:00.000Z', ZONE)).toBe('20-11-2026 23:05')
})

it('describeDelivery describes each state of a delivery', () => {
  const none = { deliveredAt: null, nextAttemptAt: null, reason: null }
  const at = '2026-11-21T02:05:00.000Z'
  expect(describeDelivery({ ...none, state: 'delivered', deliveredAt: at }, ZONE)).toContain(
    '20-11-2026 23:05',
  )
  expect(describeDelivery({ ...none, state: 'delivered', deliveredAt: at, reason: 'x' }, ZONE)).toContain(
    'no a todas',
  )
  expect(describeDelivery({ ...none, state: 'failing', nextAttemptAt: at }, ZONE)).toContain(
    '20-11-2026 23:05',
  )
  expect(describeDelivery({ ...none, state: 'waiting' }, ZONE)).toContain('por salir')
  expect(describeDelivery({ ...none, state: 'kept' }, ZONE)).toContain('no tiene un servidor de correo')
  const many = describeDelivery({ ...none, state: 'kept', reason: 'Llegaron muchos.' }, ZONE)
  expect(many).toContain('Queda acá')
  expect(many).not.toContain('servidor')
})

it('getSendLabel returns a label for each mail that can be sent', () => {
  const none = { deliveredAt: null, nextAttemptAt: null, reason: null }
  expect(getSendLabel({ ...none, state: 'kept' })).toBeNull()
  expect(getSendLabel({ ...none, state: 'kept', reason: 'Llegaron muchos.' })).toBe('Mandar por mail')
  expect(getSendLabel({ ...none, state: 'failing' })).toBe('Probar ahora')
  expect(getSendLabel({ ...none, state: 'delivered' })).toBe('Enviar de nuevo')
  expect(getSendLabel({ ...none, state: 'waiting' })).toBeNull()
})
