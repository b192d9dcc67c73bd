/** A message to the club, as POST /mail/sendMail takes it (specification §7). */
export interface ContactMessage {
  person: string
  from: string
  body: string
}

export const contactFields = {
  person: { label: 'Nombre' },
  from: { label: 'E-mail' },
  body: { label: 'Comentario' },
} as const
