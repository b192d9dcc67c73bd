/** The permission to compare nights. */
import { administrators } from '../../../platform/auth/shared/policy.ts'

export const seasonPermissions = { 'season.read': administrators }
