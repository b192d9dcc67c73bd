/** Addresses of the screens of messages. */
export const MESSAGES_PATH = '/admin/messages'
export const MESSAGE_SETTINGS_PATH = `${MESSAGES_PATH}/settings`
export const ANSWER_TEMPLATES_PATH = `${MESSAGES_PATH}/respuestas`

export const messagePath = (id: string): string => `${MESSAGES_PATH}/${encodeURIComponent(id)}`
