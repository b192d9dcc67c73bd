/** Who may send, read and answer messages. */
import { administrators, anyone } from '../../../platform/auth/shared/policy.ts'

export const messagePermissions = {
  'messages.send': anyone,
  'messages.read': administrators,
  'messages.write': administrators,
  'messages.answer': administrators,
}
