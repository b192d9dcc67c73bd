/** Who may report and read counts of visits. */
import { administrators, anyone } from '../../../platform/auth/shared/policy.ts'

export const visitPermissions = { 'visits.count': anyone, 'visits.read': administrators }
