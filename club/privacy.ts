import type { Privacy } from '../platform/settings/shared/club-types.ts'

/** Texts of /privacidad, as Ley 25.326 of Argentina requires. */
export const privacy = {
  meta: {
    title: 'Privacidad · {club}',
    description:
      'Qué guarda el sitio de {club} sobre vos, por qué, hasta cuándo y cómo pedir que lo borremos. Ley 25.326, en castellano de la calle.',
  },
  lead: 'Venir a este sitio deja menos rastro que venir a bailar. Esto es todo lo que guardamos, para qué y hasta cuándo.',
  none: [
    'cookies de otros',
    'programas de otros que miden lo que hacés',
    'listas de correo a las que te sumamos',
  ],
  records: {
    title: 'Lo que guardamos',
    items: [
      {
        what: 'Cuántas veces probaste',
        why: 'Para que nadie mande mil mensajes seguidos ni adivine claves, contamos los intentos por dirección de red. Queda una huella de esa dirección, no la dirección.',
        until: 'Un par de días',
      },
      {
        what: 'Cuántas veces se vio una página',
        why: 'Sumamos por día: tantas visitas a una página, tantas de Instagram, tantas que siguieron a las entradas. Son números, sin vos adentro: ni dirección de red, ni navegador, ni cookie, ni nada que una dos visitas tuyas. Si tu navegador pide que no lo sigan (DNT o Sec-GPC), tampoco sumamos.',
        until: '24 meses',
      },
      {
        what: 'Que pediste quietud',
        why: 'Si pausás el movimiento, tu navegador se acuerda para la próxima. Queda en tu dispositivo: a nosotros no nos llega.',
        until: 'Hasta que lo reanudes',
      },
      {
        what: 'La sesión de quien administra',
        why: 'Una cookie nuestra y el correo de la cuenta en el navegador, solo para quien entra a cargar fechas y novedades. Si venís a leer, cookies no hay.',
        until: 'Hasta cerrar sesión, 90 días a lo sumo',
      },
    ],
  },
  others: {
    title: 'Lo que ven otros',
    items: [
      {
        who: 'OpenStreetMap',
        text: 'Cuando bajás hasta el mapa de Contacto, tu navegador les pide las imágenes: ven tu dirección de red y que venís de acá. Con el ahorro de datos prendido no se pide nada y queda el plano dibujado.',
      },
      {
        who: 'YouTube y SoundCloud',
        text: 'Sus reproductores no se cargan solos. Recién cuando tocás «Reproducir acá» tu navegador habla con ellos, y desde ahí corren sus reglas.',
      },
      {
        who: 'Los enlaces',
        text: 'Entradas, redes y cómo llegar son sitios de otros. Se enteran de que venís de acá, no de lo que estabas leyendo.',
      },
    ],
  },
  rights: {
    title: 'Lo que podés pedir',
    items: [
      {
        verb: 'Ver',
        text: 'Qué tenemos tuyo. Es gratis cada seis meses, o antes si tenés un motivo. Contestamos dentro de los diez días corridos.',
      },
      {
        verb: 'Corregir',
        text: 'Lo que esté mal o haya quedado viejo. Dentro de los cinco días hábiles.',
      },
      {
        verb: 'Borrar',
        text: 'Lo tuyo, entero. También dentro de los cinco días hábiles.',
      },
    ],
    how: 'No hace falta abogado ni formulario especial: escribinos desde el mismo correo que usaste, así sabemos que sos vos. Responde por estos datos',
  },
  authority: {
    title: 'Si no te alcanza',
    text: 'La Agencia de Acceso a la Información Pública controla que se cumpla la Ley 25.326 de protección de datos personales y recibe los reclamos de quien sienta que no se cumplió con sus derechos.',
    label: 'Ir a la Agencia',
    url: 'https://www.argentina.gob.ar/aaip/datospersonales',
  },
} as const satisfies Privacy
