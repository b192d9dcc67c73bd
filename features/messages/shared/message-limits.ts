/** Limits of messages and their answers. */

/** Limits of answer templates for messages: their number, the length of a name, and the length of a text. */
export const TEMPLATES_MAX = 30
export const TEMPLATE_NAME_MAX = 60
export const TEMPLATE_MAX = 2000
/** Limit of answers to one message. */
export const ANSWERS_MAX = 50
/** Default retention of messages. The club can change it, and /privacidad shows the current value. */
export const MESSAGES_KEPT_MONTHS = 12
/** Longest retention of messages. The law forbids keeping personal data longer than needed (Ley 25.326 art. 4 inc. 7). */
export const MESSAGES_KEPT_MONTHS_MAX = 60
/** Limit of mails per hour that notify the club of single messages. */
export const MESSAGE_MAILS = 60
