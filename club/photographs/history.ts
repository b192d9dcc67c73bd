/** Photographs of the chapters of /history, by the name that club/history.ts gives; made by tools/pictures/photos.mjs. */
import { photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/history-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const photographs = {
  'history-1': photograph(
    files,
    'history-1',
    [1600, 1067],
    'Interior de un galpón a oscuras; por una puerta entreabierta entra una franja de luz.',
  ),
  'history-2': photograph(
    files,
    'history-2',
    [1600, 1067],
    'Gente en silueta frente a una puerta abierta, con luz de frente y humo bajo.',
  ),
  'history-3': photograph(
    files,
    'history-3',
    [1600, 2000],
    'Columna de parlantes en contraluz, con los conos a la vista.',
  ),
  'history-4': photograph(
    files,
    'history-4',
    [1600, 2000],
    'Manos en alto contra un haz de luz fino que cruza la pista.',
  ),
  'history-5': photograph(
    files,
    'history-5',
    [1600, 1067],
    'La pista vacía vista desde la cabina; un solo foco ilumina el humo.',
  ),
  'history-6': photograph(
    files,
    'history-6',
    [1600, 1067],
    'Multitud en silueta bajo varios haces de luz que se abren en abanico.',
  ),
} as const
