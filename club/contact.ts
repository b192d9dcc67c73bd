import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of /contact. */
export const contact = {
  meta: {
    title: 'Contacto · {club}',
    description:
      '{club}, en {city}: dónde estamos, cómo llegar, dónde seguirnos y un formulario que lee una persona.',
  },
  lead: 'Escribinos por lo que sea: una fecha, una bici olvidada, una idea. Lo lee una persona y contesta de martes a viernes.',
  privacy: (months) =>
    `Tu nombre y tu correo se usan para contestarte y para nada más: no van a ninguna lista ni los ve nadie de afuera. ${months === 1 ? 'Al mes' : `A los ${months} meses`} se borran solos.`,
  directions:
    'En colectivo, bajate en Vieytes y Pedro de Luján. En bici, entrá por el portón verde. Si venís en auto, que maneje alguien que no toma.',
} as const satisfies Copy['contact']
