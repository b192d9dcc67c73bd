import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of /milestones: guest clubs that organised a night here. */
export const milestones = {
  meta: {
    title: 'Hitos · {club}',
    description: 'Los clubes que vinieron a hacer su noche en {club}, y qué pasó cuando les dimos la llave.',
  },
  lead: 'Una vez por año le damos la llave a otro club. Traen su gente, sus discos y sus manías. Nosotros ponemos el galpón.',
  stories: [
    {
      club: 'Sótano Ocho',
      city: 'Montevideo',
      year: 2012,
      picture: 'milestone-1',
      alt: 'Tres carritos de feria llenos de discos, alumbrados por una linterna en la pista a oscuras.',
      story:
        'Fueron los primeros y cruzaron el río en el barco de las siete, con los discos en carritos de feria. A mitad de la noche se cortó la luz en toda la cuadra. Siguieron marcando el bombo con las palmas, once minutos, hasta que volvió. Nadie se fue. Desde entonces tienen llave.',
    },
    {
      club: 'Tercer Patio',
      city: 'Ciudad de México',
      year: 2014,
      picture: 'milestone-2',
      alt: 'Una linterna parada sobre la barra apunta al techo; al lado, vasos, monedas y billetes.',
      story:
        'Pidieron una sola cosa: apagar todas las luces, también la de la barra. Se cobró con linterna y se bailó de memoria. A las siete abrieron el portón sin avisar y el sol entró hasta la cabina. Ese final lo seguimos copiando.',
    },
    {
      club: 'Garnhaus',
      city: 'Leipzig',
      year: 2015,
      picture: 'milestone-3',
      alt: 'Un huso antiguo con su hilo, colgado delante de los percheros del guardarropa.',
      story:
        'Ellos, una hilandería; nosotros, una barraca de lanas. Trajeron de regalo un huso de 1911 que cuelga sobre el guardarropa. Tocaron dieciséis horas entre cuatro y dejaron por escrito la receta de su agua con pepino, que se sirve desde aquel día.',
    },
    {
      club: 'Fábrica de Gelo',
      city: 'São Paulo',
      year: 2017,
      picture: 'milestone-4',
      alt: 'Dos barras de hielo a medio derretir delante de dos ventiladores de pie.',
      story:
        'La noche más calurosa de enero, treinta y nueve grados a las once. Llegaron con dos barras de hielo de ochenta kilos y las pusieron delante de los ventiladores. Duraron hasta las cuatro. El charco, hasta las seis, y hubo quien lo bailó descalzo.',
    },
    {
      club: 'Nami no Shita',
      city: 'Osaka',
      year: 2018,
      picture: 'milestone-5',
      alt: 'La púa de una bandeja apoyada sobre un disco, vista de cerca.',
      story:
        'Entran sesenta personas en su club y quisieron que acá entraran sesenta. Cerramos media pista con fardos, bajamos el volumen a la mitad y se escuchó hasta el roce de la púa. Fue la noche más silenciosa de nuestra historia y la que más gente dice recordar.',
    },
    {
      club: 'Stairwell Nine',
      city: 'Glasgow',
      year: 2019,
      picture: 'milestone-6',
      alt: 'Una escalera de nueve escalones contra una pared de ladrillo; no lleva a ningún lado.',
      story:
        'Despacharon por barco nueve escalones de madera, los de su propio club, desarmados y numerados. Los armamos contra la pared del fondo para que la gente descansara sin irse de la música. Cuando preguntamos cómo los mandábamos de vuelta, hicieron como que no entendían el castellano.',
    },
    {
      club: 'Kade Nul',
      city: 'Róterdam',
      year: 2023,
      picture: 'milestone-7',
      alt: 'Una sirena de niebla sobre un banco de madera, bajo un haz de luz.',
      story:
        'Gente de puerto, como la de este lado del Riachuelo. Vinieron con una sirena de niebla y la hicieron sonar una sola vez, a las cuatro en punto, adentro. El lunes, en la panadería, todavía nos preguntaban qué barco había entrado.',
    },
    {
      club: 'Doca Sul',
      city: 'Lisboa',
      year: 2024,
      picture: 'milestone-8',
      alt: 'Pilas de discos prestados en el piso, uno fuera de su sobre.',
      story:
        'Llegaron sin valijas: la aerolínea las mandó a Bogotá. Tocaron con discos prestados por treinta clubbers, que fueron a buscarlos a la casa y volvieron en colectivo. Cada tema empezaba con un nombre propio: este es de Marta, este es del Colo.',
    },
  ],
} as const satisfies Copy['milestones']
