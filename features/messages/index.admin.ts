import type { AdminScreen } from '../../platform/admin-layout/paths.ts'
import { ANSWER_TEMPLATES_PATH, MESSAGE_SETTINGS_PATH, MESSAGES_PATH } from './shared/message-paths.ts'

const parent = MESSAGES_PATH
const guide = 'mensajes'

export const messages = [
  {
    path: MESSAGES_PATH,
    file: 'features/messages/admin/message-list.screen.tsx',
    label: 'Mensajes',
    guide,
    menu: 'club',
    command: { group: 'go', order: 20 },
  },
  {
    path: MESSAGE_SETTINGS_PATH,
    file: 'features/messages/admin/message-retention.screen.tsx',
    label: 'Cuánto se guardan',
    parent,
    guide,
    command: { group: 'go', order: 120, label: 'Cuánto se guardan los mensajes' },
  },
  {
    path: ANSWER_TEMPLATES_PATH,
    file: 'features/messages/admin/answer-templates.screen.tsx',
    label: 'Respuestas guardadas',
    parent,
    guide,
    command: { group: 'go', order: 130, label: 'Respuestas guardadas de Mensajes' },
  },
  {
    path: `${MESSAGES_PATH}/:id`,
    file: 'features/messages/admin/message.screen.tsx',
    label: 'Mensaje',
    parent,
    guide,
  },
] as const satisfies readonly AdminScreen[]
