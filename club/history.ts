import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of /history. */
export const history = {
  meta: {
    title: 'Historia · {club}',
    description: 'Cómo se hizo {club}, club de techno en {city}, contado por su propia gente.',
  },
  lead: 'Primero hubo lana, después goteras, después un equipo prestado. La música llegó cuarta y se quedó.',
  chapters: [
    {
      year: 2009,
      title: 'Olor a lana',
      text: 'En el invierno de 2009 Inés Bertolotti alquiló una barraca de lanas sobre Pedro de Luján, a cuatro cuadras del Riachuelo. Era barata porque llovía adentro. La primera noche vinieron noventa personas, el sonido era prestado y la luz la tiró, con un cable de cuarenta metros, el tornero de al lado. A las seis apagamos todo y nadie se movió. Ahí entendimos qué era este lugar.',
      picture: 'history-1',
      alt: 'Interior de un galpón a oscuras; por una puerta entreabierta entra una franja de luz.',
    },
    {
      year: 2011,
      title: 'Cuatro salidas, una barra',
      text: 'Tardamos dos años en tener los papeles. Cambiamos el techo, el tablero y las puertas, en ese orden. Cuando por fin abrimos como {club} había cuatro salidas de emergencia y una sola barra. Nos pareció la proporción correcta y nunca la cambiamos.',
      picture: 'history-2',
      alt: 'Gente en silueta frente a una puerta abierta, con luz de frente y humo bajo.',
    },
    {
      year: 2013,
      title: 'El sonido antes que todo',
      text: 'Hubo plata para una de dos cosas: un escenario o un equipo. Compramos el equipo y pusimos la cabina al ras del piso, donde sigue. El cuarto lo terminamos de afinar con lo único que sobraba en el edificio: doscientos fardos de lana contra la pared del fondo. Vino un ingeniero a medir, aplaudió una vez, escuchó y dijo que no tocáramos nada más.',
      picture: 'history-3',
      alt: 'Columna de parlantes en contraluz, con los conos a la vista.',
    },
    {
      year: 2016,
      title: 'El punto rojo',
      text: 'Una noche contamos las pantallas levantadas: ciento doce. A la semana siguiente pegamos un punto rojo sobre cada cámara, en la puerta y pidiendo por favor. Hubo quejas hasta las dos. A las cuatro, alguien que no conocíamos vino a la cabina a decir que hacía años que no bailaba sin que lo miraran. El punto quedó.',
      picture: 'history-4',
      alt: 'Manos en alto contra un haz de luz fino que cruza la pista.',
    },
    {
      year: 2020,
      title: 'La pista vacía',
      text: 'Cerramos diecinueve meses. En la barra se cocinó: doscientas cuarenta viandas por día para el barrio, con las manos del guardarropa, la boletería y los residentes. En la cabina, con la pista a oscuras, grabamos los primeros episodios. Aprendimos que un club sin gente es un galpón, y que un galpón con gente adentro ya es otra cosa, aunque no suene nada.',
      picture: 'history-5',
      alt: 'La pista vacía vista desde la cabina; un solo foco ilumina el humo.',
    },
    {
      year: 2022,
      title: 'Ciento veintiocho',
      text: 'Volvimos un viernes de marzo, con los mismos fardos y el piso recién lijado. Los primeros cuarenta minutos no pusimos música: dejamos un bombo solo, a ciento veintiocho, hasta que respiráramos todos juntos. Desde entonces, cada aniversario empieza igual. El que estuvo aquella noche cierra los ojos; el que no, aprende rápido.',
      picture: 'history-6',
      alt: 'Multitud en silueta bajo varios haces de luz que se abren en abanico.',
    },
  ],
} as const satisfies Copy['history']
