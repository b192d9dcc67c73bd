import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'

const parent = adminPaths.messages
const guide = 'mensajes'

export const messages = [
  {
    path: adminPaths.messages,
    file: 'features/messages/admin/message-list.screen.tsx',
    label: 'Mensajes',
    guide,
    menu: 'club',
    command: { group: 'go', order: 20 },
  },
  {
    path: adminPaths.messageSettings,
    file: 'features/messages/admin/message-retention.screen.tsx',
    label: 'Cuánto se guardan',
    parent,
    guide,
    command: { group: 'go', order: 120, label: 'Cuánto se guardan los mensajes' },
  },
  {
    path: adminPaths.messageTemplates,
    file: 'features/messages/admin/answer-templates.screen.tsx',
    label: 'Respuestas guardadas',
    parent,
    guide,
    command: { group: 'go', order: 130, label: 'Respuestas guardadas de Mensajes' },
  },
  {
    path: `${adminPaths.messages}/:id`,
    file: 'features/messages/admin/message.screen.tsx',
    label: 'Mensaje',
    parent,
    guide,
  },
] as const satisfies readonly AdminScreen[]
