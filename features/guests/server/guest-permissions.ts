/** Who may use guest lists and the door. */
import { administrators, anyone } from '../../../platform/auth/shared/policy.ts'

export const guestPermissions = {
  'guests.read': administrators,
  'guests.write': administrators,
  /** Anyone may call the routes, which themselves compare the token of the link. */
  'guests.add-by-link': anyone,
  'guests.sign-up': anyone,
  /** Covers access of devices to the door of a night. */
  'door.manage': administrators,
  /** Anyone may call the route, which itself compares the PIN. */
  'door.sign-in': anyone,
  /** Anyone may call the routes, which themselves compare the cookie of a door session. */
  'door.use': anyone,
}
