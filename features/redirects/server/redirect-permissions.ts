/** Permissions to read and change redirects. */
import { administrators } from '../../../platform/auth/shared/policy.ts'

export const redirectPermissions = { 'redirects.read': administrators, 'redirects.write': administrators }
