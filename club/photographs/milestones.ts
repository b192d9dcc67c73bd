/** Photographs of the stories of /milestones, by the name that club/milestones.ts gives; made by tools/pictures/photos.mjs. */
import { photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/milestone-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const photographs = {
  'milestone-1': photograph(
    files,
    'milestone-1',
    [1600, 1067],
    'Tres carritos de feria llenos de discos, alumbrados por una linterna en la pista a oscuras.',
  ),
  'milestone-2': photograph(
    files,
    'milestone-2',
    [1600, 1067],
    'Una linterna parada sobre la barra apunta al techo; al lado, vasos, monedas y billetes.',
  ),
  'milestone-3': photograph(
    files,
    'milestone-3',
    [1600, 1067],
    'Un huso antiguo con su hilo, colgado delante de los percheros del guardarropa.',
  ),
  'milestone-4': photograph(
    files,
    'milestone-4',
    [1600, 1067],
    'Dos barras de hielo a medio derretir delante de dos ventiladores de pie.',
  ),
  'milestone-5': photograph(
    files,
    'milestone-5',
    [1600, 1067],
    'La púa de una bandeja apoyada sobre un disco, vista de cerca.',
  ),
  'milestone-6': photograph(
    files,
    'milestone-6',
    [1600, 1067],
    'Una escalera de nueve escalones contra una pared de ladrillo; no lleva a ningún lado.',
  ),
  'milestone-7': photograph(
    files,
    'milestone-7',
    [1600, 1067],
    'Una sirena de niebla sobre un banco de madera, bajo un haz de luz.',
  ),
  'milestone-8': photograph(
    files,
    'milestone-8',
    [1600, 1067],
    'Pilas de discos prestados en el piso, uno fuera de su sobre.',
  ),
} as const
