/** Artists of the demo club, newest first. */

interface DemoResident {
  readonly name: string
  readonly pressKit: string
  readonly photo?: string
  readonly biography?: string
  readonly instagram?: string
  readonly soundcloud?: string
}

interface DemoArtist {
  readonly name: string
  readonly photo: string
  readonly biography: string
  readonly instagram: string
  readonly soundcloud: string
  readonly nationality: string
  readonly pressKit: string
  readonly alt: { readonly photo: string | null }
}

export const demoArtists = {
  residents: [
    {
      name: 'Ema Sarubbi',
      pressKit: 'https://soundcloud.com/ema-sarubbi-pulso/sets/prensa',
      biography:
        'Abre o cierra, nunca en el medio. Graba los martes a la mañana, con el portón abierto, porque dice que el barrio también toca.',
      soundcloud: 'https://soundcloud.com/ema-sarubbi-pulso',
    },
    { name: 'Nico Zalazar', pressKit: 'https://soundcloud.com/nico-zalazar-pulso/sets/prensa' },
    { name: 'Lumbre', pressKit: 'https://soundcloud.com/lumbre-barracas/sets/prensa' },
    { name: 'Mica Oyola', pressKit: 'https://soundcloud.com/mica-oyola-pulso/sets/prensa' },
    { name: 'Tránsito', pressKit: 'https://soundcloud.com/transito-barracas/sets/prensa' },
    { name: 'Doctora Bongiorno', pressKit: 'https://soundcloud.com/doctora-bongiorno/sets/prensa' },
    { name: 'Sol Iturbe', pressKit: 'https://soundcloud.com/sol-iturbe-pulso/sets/prensa' },
    { name: 'Segundo Galpón', pressKit: 'https://soundcloud.com/segundo-galpon/sets/prensa' },
  ] satisfies readonly DemoResident[],

  agency: [
    {
      name: 'Katrin Vogelsang',
      photo: 'agency-katrin-vogelsang.webp',
      biography:
        'Afinadora de pianos de día durante once años, dice que de ahí le viene la paciencia. Sus sets largos empiezan casi sin bombo y terminan sin que nadie recuerde el principio. Toca solamente discos, los lleva en dos valijas iguales y no deja que nadie se las cargue.',
      instagram: 'https://www.instagram.com/katrin.vogelsang.stimmt/',
      soundcloud: 'https://soundcloud.com/katrin-vogelsang-stimmt',
      nationality: 'Berlín, Alemania',
      pressKit: 'https://ra.co/dj/katrinvogelsang-prensa',
      alt: {
        photo: 'Retrato de Katrin Vogelsang de perfil, a contraluz: se ve el borde de la cara y el rodete.',
      },
    },
    {
      name: 'Odd Halvorsen',
      photo: 'agency-odd-halvorsen.webp',
      biography:
        'Grabó su primer disco en la sala de máquinas de un ferry, entre Bergen y Stavanger, con permiso del capitán. Hace un techno de pocas cosas: un bombo, una chapa, algo que gotea. En vivo toca con tres aparatos que armó él y un cuarto que todavía no sabe bien qué hace.',
      instagram: 'https://www.instagram.com/odd.halvorsen.maskin/',
      soundcloud: 'https://soundcloud.com/odd-halvorsen-maskin',
      nationality: 'Bergen, Noruega',
      pressKit: 'https://ra.co/dj/oddhalvorsen-prensa',
      alt: { photo: 'Retrato de Odd Halvorsen, de barba, en trama gruesa de diario.' },
    },
    {
      name: 'Naoko Shirai',
      photo: 'agency-naoko-shirai.webp',
      biography:
        'Aprendió a mezclar en el fondo de una casa de té con capacidad para veinte personas y volumen de conversación. Por eso trabaja el silencio como otros trabajan el bombo: lo prepara, lo demora y lo suelta. La escuchás una noche y al otro día te molesta la heladera.',
      instagram: 'https://www.instagram.com/naoko.shirai.oto/',
      soundcloud: 'https://soundcloud.com/naoko-shirai-oto',
      nationality: 'Osaka, Japón',
      pressKit: 'https://ra.co/dj/naokoshirai-prensa',
      alt: { photo: 'Retrato de Naoko Shirai bajo la luz rayada de una persiana.' },
    },
    {
      name: 'Jadson Prates',
      photo: 'agency-jadson-prates.webp',
      biography:
        'Percusionista de una escuela de samba de la zona este hasta que descubrió que un secuenciador no se cansa. Ahora hace que se canse. Programa en vivo, sin nada preparado, y suele invitar a subir a quien tenga una cuchara. Su apodo en el barrio es Relógio, y nunca llegó a horario.',
      instagram: 'https://www.instagram.com/jadson.prates.relogio/',
      soundcloud: 'https://soundcloud.com/jadson-prates-relogio',
      nationality: 'São Paulo, Brasil',
      pressKit: 'https://ra.co/dj/jadsonprates-prensa',
      alt: { photo: 'Retrato movido de Jadson Prates, de perfil: la luz le queda atrás en una estela.' },
    },
    {
      name: 'Femke Osterhuis',
      photo: 'agency-femke-osterhuis.webp',
      biography:
        'Manejó grúas en el puerto y todavía tiene el carnet al día. Le gustan los temas de nueve minutos, los cambios que se oyen venir desde lejos y las salas con techo de chapa. Cierra sus noches con el mismo vals, que nadie le pudo identificar y ella no piensa decir cuál es.',
      instagram: 'https://www.instagram.com/femke.osterhuis.kraan/',
      soundcloud: 'https://soundcloud.com/femke-osterhuis-kraan',
      nationality: 'Róterdam, Países Bajos',
      pressKit: 'https://ra.co/dj/femkeosterhuis-prensa',
      alt: { photo: 'Retrato de Femke Osterhuis de espaldas, con el pelo largo recortado contra la luz.' },
    },
    {
      name: 'Teo Barragán',
      photo: 'agency-teo-barragan.webp',
      biography:
        'Hijo y nieto de sonideros, creció durmiendo la siesta adentro de un bafle. Mezcla techno con grabaciones de calle de su propio archivo: afiladores, camotes, trenes, una lluvia de 1998. Habla por el micrófono una sola vez por noche, para mandar un saludo, y siempre es para su abuela.',
      instagram: 'https://www.instagram.com/teo.barragan.bafle/',
      soundcloud: 'https://soundcloud.com/teo-barragan-bafle',
      nationality: 'Ciudad de México, México',
      pressKit: 'https://ra.co/dj/teobarragan-prensa',
      alt: { photo: 'Retrato de Teo Barragán en fotocopia: gorra y la sombra de una reja sobre la cara.' },
    },
  ] satisfies readonly DemoArtist[],
}
