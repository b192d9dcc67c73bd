import { expect, test } from 'vitest'
import { whatsappLink } from '../../admin-layout/send-link.tsx'
import { invitationMessage } from './invitations.tsx'

test('the message contains the names of the recipient and the club', () => {
  expect(invitationMessage({ name: 'Sole', club: 'La Nave' })).toBe(
    'Hola Sole, te invito a administrar el sitio de La Nave. Creá tu cuenta con este enlace, que sirve una sola vez y por 7 días:',
  )
  expect(invitationMessage({ name: null, club: 'La Nave' })).toMatch(/^Hola, te invito/)
})

test('the WhatsApp link contains the whole message, with the fragment of the URL', () => {
  const text = 'Entrá & mirá: https://club.example/register#invitacion=a-b_c'
  expect(new URL(whatsappLink(text)).searchParams.get('text')).toBe(text)
  expect(new URL(whatsappLink(text)).hash).toBe('')
})
