import { firstDayOf } from '../first-day/index.server.ts'
import { oncePerClub } from '../once-per-club.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { reopenAfterFailure } from './server/answer-rows.ts'
import { repeatMessageErasures } from './server/message-erasure.ts'
import { mailRoutes, messageRoutes } from './server/message-routes.ts'
import type {} from './server/message-tables.ts'
import { createContactMessages } from './server/messages.ts'

export const contactMessagesOf = oncePerClub(createContactMessages)

export const messages = {
  pages: [{ key: 'contact', path: '/contact', head: 'contact', listing: { label: 'Contacto' } }],
  onAnswerFailed: reopenAfterFailure,
  restore: {
    key: 'messages',
    words: 'mensajes',
    kinds: ['messages', 'messagesBefore'],
    repeatErasures: repeatMessageErasures,
    searchIndex: 'messages',
  },
  create(platform) {
    const contactMessages = contactMessagesOf(platform)
    const services = {
      contactMessages,
      firstDay: firstDayOf(platform),
      basePath: platform.env.apiBase,
    }
    return {
      routes: [...mailRoutes(services), ...messageRoutes(services)] as const,
      pageServices: { contactMessages },
      inbox: contactMessages,
      tidy: contactMessages.tidy,
    }
  },
} satisfies ServerFeature
