/** Labels and `autocomplete` values of the fields in all forms about accounts. */
import { CODE_MAX, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../shared/limits.ts'

/**
 * `autocomplete` has the values of HTML §4.10.18.7.1, as WCAG 1.3.5 requires. Each `name` is a field of the API request.
 */
export const accountFields = {
  email: { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', maxLength: EMAIL_MAX },
  password: {
    name: 'password',
    label: 'Contraseña',
    type: 'password',
    autoComplete: 'current-password',
    maxLength: PASSWORD_MAX,
  },
  newPassword: {
    name: 'password',
    label: 'Contraseña',
    type: 'password',
    autoComplete: 'new-password',
    maxLength: PASSWORD_MAX,
    hint: `Al menos ${PASSWORD_MIN} caracteres. Cuanto más larga, mejor.`,
  },
  currentPassword: {
    name: 'currentPassword',
    label: 'Contraseña actual',
    type: 'password',
    autoComplete: 'current-password',
    maxLength: PASSWORD_MAX,
  },
  code: {
    name: 'code',
    label: 'Código de la app',
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: CODE_MAX,
    hint: 'Los 6 números que tu app de autenticación muestra ahora.',
  },
  recoveryCode: {
    name: 'code',
    label: 'Código de recuperación',
    type: 'text',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: CODE_MAX,
    hint: 'Uno de los diez que guardaste. Cada uno sirve una vez.',
  },
} as const
