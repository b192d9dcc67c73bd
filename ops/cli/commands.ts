/** All commands, in the order of the help. The code of a command is loaded when it runs. */
import type { Command } from './command-line.ts'

const TARGET_OPTION = {
  value: 'lugar',
  description: 'Una carpeta, o s3://balde/carpeta?endpoint=…; sin esto, la carpeta backups de DATA_DIR',
}
const ENCRYPTION_KEY_OPTION = {
  value: 'archivo',
  description: 'Cifra la copia con la clave que está en ese archivo',
}
const DECRYPTION_KEY_OPTION = {
  value: 'archivo',
  description: 'El archivo con la clave, si la copia está cifrada',
}
const WITH_ERASED_OPTION = {
  value: null,
  description: 'Trae también los mensajes, nombres y cuentas que se borraron después de la copia',
}
const REPLACE_OPTION = { value: null, description: 'Aunque ya haya un club: se pierde lo que hay' }

const backupCommand = (name: 'backup' | 'export'): Command => ({
  name,
  summary:
    name === 'backup'
      ? 'Hace una copia entera del club, que sigue andando'
      : 'Lo mismo que backup, para llevar el club a otra base o a otra máquina',
  arguments: [],
  options: { to: TARGET_OPTION, key: ENCRYPTION_KEY_OPTION },
  examples: [
    [name, 'la copia queda en DATA_DIR/backups'],
    [`${name} --to /mnt/usb --key club.key`, 'cifrada, en otro disco'],
  ],
  run: async (parsed, output) => (await import('./backup-commands.ts')).runBackup(parsed, output),
})

const restoreCommand = (name: 'restore' | 'import'): Command => ({
  name,
  summary:
    name === 'restore'
      ? 'Vuelve a un club desde una copia, con el club detenido'
      : 'Lo mismo que restore: una copia no es de ninguna base ni de ningún disco',
  arguments: [{ name: 'copia', isRequired: false }],
  options: { key: DECRYPTION_KEY_OPTION, replace: REPLACE_OPTION, 'with-erased': WITH_ERASED_OPTION },
  examples: [
    [name, 'dice qué copias hay'],
    [`${name} data/backups/daily-2026-11-21.tar`, 'en una máquina vacía'],
    [`${name} copia.tar --key club.key --replace`, 'en lugar de lo que hay'],
  ],
  run: async (parsed, output) => (await import('./backup-commands.ts')).runRestore(parsed, output),
})

export const commands: Command[] = [
  {
    name: 'start',
    summary: 'Abre el club; es también lo que hace ./pulso solo',
    arguments: [],
    options: {},
    examples: [['start', 'hasta que lo detengas con Ctrl-C']],
    run: async () => (await import('./start-command.ts')).start(),
  },
  {
    name: 'status',
    summary: 'Cómo está el club, ande o no, de un vistazo',
    arguments: [],
    options: {},
    examples: [
      ['status', 'qué anda, desde cuándo, y la última copia'],
      ['status --json', 'lo mismo, para un programa'],
    ],
    notes:
      'Termina con 1 si el club está detenido o hay algo que arreglar. Lo revisa todo, y dice cómo se arregla: ./pulso doctor',
    run: async (_, output) => (await import('./status-command.ts')).runStatus(output),
  },
  {
    name: 'users list',
    summary: 'Quiénes administran, y quiénes piden entrar',
    arguments: [],
    options: {},
    examples: [
      ['users list', 'quién es, si tiene segundo factor, cuándo entró'],
      ['users list --json', 'lo mismo, para un programa'],
    ],
    run: async (parsed, output) => (await import('./users-commands.ts')).listUsers(parsed, output),
  },
  {
    name: 'users invite',
    summary: 'Un enlace para que otra persona cree su cuenta y administre',
    arguments: [{ name: 'nombre', isRequired: false }],
    options: { by: { value: 'e-mail', description: 'En nombre de quién, si administra más de una persona' } },
    examples: [
      ['users invite', 'vale siete días, una vez'],
      ["users invite 'Ana Paz' --by luz@club.example", 'con su nombre, de parte de Luz'],
    ],
    run: async (parsed, output) => (await import('./users-commands.ts')).inviteUser(parsed, output),
  },
  {
    name: 'users reset',
    summary: 'Un enlace para que entre quien administra y no puede entrar',
    arguments: [{ name: 'e-mail', isRequired: false }],
    options: {
      '2fa': { value: null, description: 'Desactiva además su segundo factor, y termina sus sesiones' },
      'reset-2fa': { value: null, description: 'Lo mismo, como se llamaba antes', isOld: true },
    },
    examples: [
      ['users reset ana@club.example', 'un enlace que vale una hora, en lugar de la contraseña'],
      ['users reset ana@club.example --2fa', 'también perdió el teléfono y los códigos'],
    ],
    notes:
      'Sin e-mail alcanza si administra una sola persona. Si no administra nadie, el enlace crea a quien administra.',
    run: async (parsed, output) => (await import('./users-commands.ts')).resetUser(parsed, output),
  },
  {
    name: 'users disable',
    summary: 'Quien tiene ese e-mail no entra más; lo que hizo queda',
    arguments: [{ name: 'e-mail', isRequired: true }],
    options: {},
    examples: [['users disable ana@club.example', 'sus sesiones y sus invitaciones terminan']],
    notes: 'A la última persona que administra no se la puede sacar.',
    run: async (parsed, output) => (await import('./users-commands.ts')).disableUser(parsed, output),
  },
  {
    name: 'users enable',
    summary: 'Quien tiene ese e-mail administra: vuelve, o se aprueba su registro',
    arguments: [{ name: 'e-mail', isRequired: true }],
    options: {},
    examples: [['users enable ana@club.example', 'entra con la contraseña que tenía']],
    run: async (parsed, output) => (await import('./users-commands.ts')).enableUser(parsed, output),
  },
  backupCommand('backup'),
  restoreCommand('restore'),
  backupCommand('export'),
  restoreCommand('import'),
  {
    name: 'media join',
    summary: 'Une esta base con estas imágenes, cuando el arranque dice que no son del mismo club',
    arguments: [],
    options: { yes: { value: null, description: 'Lo hace. Sin esto dice qué haría, y no cambia nada' } },
    examples: [
      ['media join', 'cuántas imágenes nombra la base, cuántas faltan y cuántos archivos sobran'],
      ['media join --yes', 'desde ahora son un solo club, y la próxima limpieza aparta lo que sobra'],
    ],
    notes:
      'También acepta los archivos que sobran cuando la base volvió atrás a mano. Lo apartado se borra a los 30 días; antes lo devuelve ./pulso media restore',
    run: async (parsed, output) => (await import('./media-commands.ts')).joinStore(parsed, output),
  },
  {
    name: 'media restore',
    summary: 'Devuelve las imágenes apartadas que la base nombra',
    arguments: [],
    options: {},
    examples: [['media restore', 'después de un arranque con la base equivocada']],
    notes: 'El club lo hace solo cuando arranca y cada hora. Lo apartado se borra a los 30 días.',
    run: async (parsed, output) => (await import('./media-commands.ts')).restoreAside(parsed, output),
  },
  {
    name: 'clock confirm',
    summary: 'Toma por buena la hora de esta máquina, y se borra otra vez lo viejo',
    arguments: [],
    options: {
      force: { value: null, description: 'Aunque el reloj de PostgreSQL o el del balde diga otra cosa' },
    },
    examples: [
      ['clock confirm', 'la máquina estuvo apagada un mes, y su hora está bien'],
      ['clock confirm --force', 'la hora de esta máquina es la correcta, y la del otro no'],
    ],
    notes:
      'Si el reloj saltó más de 36 horas, no se borra nada por viejo hasta que esté en hora o lo confirmes. Antes de confirmar, mirá la fecha y el año: date',
    run: async (parsed, output) => (await import('./clock-command.ts')).confirmClock(parsed, output),
  },
  {
    name: 'doctor',
    summary: 'Revisa cada parte del club, ande o no, y dice qué arreglar',
    arguments: [],
    options: {},
    examples: [['doctor', 'después de cada cambio']],
    run: async (_, output) => (await import('./doctor-command.ts')).runDoctor(output),
  },
]
