/**
 * What an empty database is filled with at the first start. Field names are those of the resources; what only the first
 * start can know is left open: `daysFromNow` stands for a date, a file name for an uploaded picture (relative to
 * `pictures/`), a title in natural words for a hyphenated one, an artist's name for a reference. Every list is newest first.
 */

/** Text alternatives, by image field. */
type Alt<Field extends string> = Readonly<Record<Field, string | null>>

interface Dated {
  /** Whole days between the first start and the date of the item; the past is negative. */
  readonly daysFromNow: number
}

/** Whoever is no artist of the club has a name alone. */
interface DemoSet {
  readonly artist?: string
  readonly name?: string
  readonly role?: string
  readonly from?: string
  /** Whole days between the first start and the moment at which it is told. */
  readonly revealedInDays?: number
}

interface DemoOffer {
  readonly name: string
  readonly price: number | null
  readonly availability?: 'available' | 'soldout' | 'soon'
  /** Hour of the night at which the offer ends: `HH:mm`. */
  readonly until?: string
}

interface DemoEvent extends Dated {
  /** Not on the Saturday but on the very day. */
  readonly tonight?: true
  readonly title: string
  readonly description?: string
  readonly endsAt?: string
  readonly status?: 'cancelled' | 'rescheduled'
  readonly statusNote?: string
  /** What is said of it in English. */
  readonly en?: { readonly title?: string; readonly description?: string; readonly statusNote?: string }
  /** For a night that has a new date: how many days before it the first one was. */
  readonly postponedDays?: number
  readonly ageMin?: number
  readonly offers?: readonly DemoOffer[]
  readonly lineup?: readonly DemoSet[]
  readonly flyerLarge: string
  readonly flyerGrid: string
  /** Time of day, in the club's time zone. */
  readonly time: string
  readonly url: string
  readonly alt: Alt<'flyerLarge' | 'flyerGrid'>
}

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
  readonly alt: Alt<'photo'>
}

/** A podcast or an episode. */
interface DemoRecording {
  readonly flyer: string
  readonly intro: string
  readonly url: string
  readonly title?: string
  readonly artist?: string
  readonly alt: Alt<'flyer'>
}

interface DemoNews extends Dated {
  readonly newsTitle: string
  readonly draft?: true
  /** Whole days between the first start and the moment at which visitors see it. */
  readonly publishedInDays?: number
  readonly photo: string
  readonly newsDescription: string
  readonly newsBody: string
  readonly alt: Alt<'photo'>
}

export interface Demo {
  readonly events: readonly DemoEvent[]
  readonly residents: readonly DemoResident[]
  readonly agency: readonly DemoArtist[]
  readonly podcast: readonly DemoRecording[]
  readonly episode: readonly DemoRecording[]
  readonly news: readonly DemoNews[]
}

export const demo = {
  events: [
    {
      flyerLarge: 'event-pampero.webp',
      flyerGrid: 'event-pampero-grid.webp',
      daysFromNow: 54,
      time: '23:59',
      title: 'Pampero',
      status: 'cancelled',
      statusNote:
        'Ese sábado el portón queda en obra. Las entradas se devuelven solas, por donde se compraron.',
      offers: [{ name: 'Anticipada', price: 9000 }],
      lineup: [{ artist: 'Ema Sarubbi' }, { artist: 'Nico Zalazar' }, { artist: 'Sol Iturbe' }],
      url: 'https://www.passline.com/eventos/pulso-pampero',
      alt: {
        flyerLarge:
          'Afiche de Pampero: la palabra cortada en tiras que el viento estira hacia un costado. Residentes toda la noche.',
        flyerGrid: 'Pampero: residentes toda la noche.',
      },
    },
    {
      flyerLarge: 'event-128.webp',
      flyerGrid: 'event-128-grid.webp',
      daysFromNow: 37,
      time: '23:59',
      title: '128',
      description:
        '<p>Aniversario. A las tres en punto se apaga todo y queda el bombo: cuarenta minutos, ciento veintiocho golpes por minuto, nada más. Quien llega tarde lo escucha desde la vereda.</p>',
      en: {
        description:
          '<p>Anniversary. At three o’clock sharp everything goes off and only the kick drum stays: forty minutes, one hundred and twenty-eight beats a minute, nothing else. Whoever comes late hears it from the pavement.</p>',
        statusNote: 'Moved a week ahead: the new drum arrives on Thursday.',
      },
      endsAt: '08:00',
      status: 'rescheduled',
      statusNote: 'Pasó una semana para adelante: el bombo nuevo llega el jueves.',
      postponedDays: 7,
      ageMin: 21,
      offers: [
        { name: 'Anticipada', price: 12_000 },
        { name: 'En puerta', price: null, availability: 'soon' },
      ],
      lineup: [
        { artist: 'Mica Oyola', from: '23:59' },
        { artist: 'Doctora Bongiorno', from: '03:00', role: 'Cuarenta minutos de bombo' },
        { artist: 'Segundo Galpón', from: '03:40' },
        { artist: 'Odd Halvorsen', from: '05:30', role: 'Live', revealedInDays: 12 },
      ],
      url: 'https://www.passline.com/eventos/pulso-ciento-veintiocho',
      alt: {
        flyerLarge:
          'Afiche del aniversario: un 128 enorme atravesado por ondas concéntricas. Cuarenta minutos de bombo solo.',
        flyerGrid: '128: aniversario, cuarenta minutos de bombo solo.',
      },
    },
    {
      flyerLarge: 'event-seis-horas.webp',
      flyerGrid: 'event-seis-horas-grid.webp',
      daysFromNow: 23,
      time: '23:59',
      title: 'Seis horas',
      description:
        '<p>Una sola persona, seis horas. <strong>Katrin Vogelsang</strong> afina la noche de a poco, desde el primer vaso hasta que se prende la luz.</p>',
      endsAt: '07:00',
      ageMin: 18,
      offers: [
        { name: 'Anticipada', price: 8000, availability: 'soldout' },
        { name: 'General', price: 11_000, availability: 'soldout' },
      ],
      lineup: [
        { artist: 'Lumbre', from: '23:59' },
        { artist: 'Katrin Vogelsang', from: '01:00', role: 'Toda la noche' },
      ],
      url: 'https://www.passline.com/eventos/pulso-seis-horas-katrin-vogelsang',
      alt: {
        flyerLarge:
          'Afiche de Seis horas: un cuadrante de reloj abre seis cuñas de color y la noche se va afinando, línea por línea. Katrin Vogelsang.',
        flyerGrid: 'Seis horas: Katrin Vogelsang.',
      },
    },
    {
      flyerLarge: 'event-apagon.webp',
      flyerGrid: 'event-apagon-grid.webp',
      daysFromNow: 0,
      tonight: true,
      time: '23:59',
      title: 'Apagón',
      description:
        '<p>Sin ninguna luz: ni barra, ni cabina, ni carteles. Los ojos tardan doce minutos en acostumbrarse y la pista se llena en trece.</p><p>Se puede salir al patio, que tiene luna.</p>',
      en: {
        title: 'Blackout',
        description:
          '<p>No light at all: not at the bar, not in the booth, no signs. Eyes take twelve minutes to get used to it, and the floor fills up in thirteen.</p><p>You may go out to the yard, which has a moon.</p>',
      },
      endsAt: '06:30',
      ageMin: 18,
      offers: [
        { name: 'Anticipada', price: 8000, availability: 'soldout' },
        { name: 'En puerta', price: 10_000 },
        { name: 'Antes de la 1, con DNI de Barracas', price: 0, until: '01:00' },
      ],
      lineup: [
        { artist: 'Mica Oyola', from: '23:59' },
        { artist: 'Tránsito', from: '02:30' },
        { name: 'Los Hermanos Chispa', from: '05:00', role: 'Live' },
      ],
      url: 'https://www.passline.com/eventos/pulso-apagon',
      alt: {
        flyerLarge:
          'Afiche de Apagón: la palabra se apaga letra por letra hasta quedar negro sobre negro. Tránsito y Mica Oyola.',
        flyerGrid: 'Apagón: Tránsito y Mica Oyola, sin ninguna luz.',
      },
    },
    {
      flyerLarge: 'event-lana.webp',
      flyerGrid: 'event-lana-grid.webp',
      daysFromNow: -12,
      time: '23:59',
      title: 'Lana',
      endsAt: '06:00',
      lineup: [
        { artist: 'Ema Sarubbi', from: '23:59' },
        { artist: 'Nico Zalazar', from: '02:00' },
        { artist: 'Lumbre', from: '04:00' },
      ],
      url: 'https://www.passline.com/eventos/pulso-lana',
      alt: {
        flyerLarge:
          'Afiche de Lana: la palabra tejida punto por punto; abajo el tejido se desarma en un solo hilo. Sarubbi, Zalazar y Lumbre.',
        flyerGrid: 'Lana: Ema Sarubbi, Nico Zalazar y Lumbre.',
      },
    },
    {
      flyerLarge: 'event-sotano-ocho.webp',
      flyerGrid: 'event-sotano-ocho-grid.webp',
      daysFromNow: -40,
      time: '23:59',
      title: 'Pulso recibe a Sótano Ocho',
      lineup: [{ name: 'Sótano Ocho' }, { artist: 'Tránsito' }],
      url: 'https://www.passline.com/eventos/pulso-recibe-sotano-ocho',
      alt: {
        flyerLarge:
          'Afiche de la visita de Sótano Ocho: un ocho gigante de dos anillos, Montevideo arriba, Buenos Aires abajo y el río en el medio.',
        flyerGrid: 'Sótano Ocho, de Montevideo, en Barracas.',
      },
    },
  ],

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
  ],

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
  ],

  podcast: [
    {
      flyer: 'podcast-041.webp',
      title: 'Podcast 041: Ema Sarubbi',
      artist: 'Ema Sarubbi',
      intro:
        'Ema Sarubbi grabó su hora un martes a las once de la mañana, con el portón abierto y el camión de la cooperativa cargando vidrio. Si escuchás con atención, está en el minuto treinta y cuatro. Empieza lento, se enoja a la mitad y termina pidiendo disculpas.',
      url: 'https://soundcloud.com/pulso-barracas-club/podcast-041-ema-sarubbi',
      alt: {
        flyer: 'Tapa del podcast 041, Ema Sarubbi: un círculo cortado en dos mitades que no coinciden.',
      },
    },
    {
      flyer: 'podcast-040.webp',
      title: 'Podcast 040: Odd Halvorsen',
      artist: 'Odd Halvorsen',
      intro:
        'Sesenta minutos de Odd Halvorsen con tres máquinas y una gotera de verdad, grabada en el techo de su estudio en Bergen. Pidió que se escuche con la ventana abierta. Le hicimos caso en invierno y tenía razón igual.',
      url: 'https://soundcloud.com/pulso-barracas-club/podcast-040-odd-halvorsen',
      alt: {
        flyer:
          'Tapa del podcast 040, Odd Halvorsen: una columna de gotas negras, cada una más pesada que la anterior.',
      },
    },
    {
      flyer: 'podcast-039.webp',
      title: 'Podcast 039: Mica Oyola',
      artist: 'Mica Oyola',
      intro:
        'Mica Oyola abre los sábados desde hace seis años y nunca había grabado una apertura. Acá está: la música que se pone cuando hay doce personas, ninguna baila todavía y ya se decidió toda la noche. Para cocinar, ordenar o llegar temprano.',
      url: 'https://soundcloud.com/pulso-barracas-club/podcast-039-mica-oyola',
      alt: { flyer: 'Tapa del podcast 039, Mica Oyola: doce puntos en una pista vacía vista desde arriba.' },
    },
    {
      flyer: 'podcast-038.webp',
      title: 'Podcast 038: Naoko Shirai',
      artist: 'Naoko Shirai',
      intro:
        'Naoko Shirai mandó cincuenta y ocho minutos de música y dos de silencio, con una nota que decía exactamente dónde iban. No los cortamos. Usá auriculares, apagá la luz y no te asustes cuando parezca que se terminó.',
      url: 'https://soundcloud.com/pulso-barracas-club/podcast-038-naoko-shirai',
      alt: { flyer: 'Tapa del podcast 038, Naoko Shirai: sesenta líneas, una por minuto; faltan dos.' },
    },
    {
      flyer: 'podcast-037.webp',
      title: 'Podcast 037: Tránsito',
      artist: 'Tránsito',
      intro:
        'Tránsito, que de lunes a viernes maneja el 24, ordenó los temas según el recorrido: sale de Villa del Parque, se traba en el centro y llega a Barracas con viento a favor. Hay dos frenadas. Agarrate.',
      url: 'https://soundcloud.com/pulso-barracas-club/podcast-037-transito',
      alt: { flyer: 'Tapa del podcast 037, Tránsito: fileteado de colectivo alrededor del número.' },
    },
    {
      flyer: 'podcast-036.webp',
      title: 'Podcast 036: Jadson Prates',
      artist: 'Jadson Prates',
      intro:
        'Una hora en vivo de Jadson Prates, sin red y sin nada preparado, con público: los nueve que quedábamos barriendo un domingo. El aplauso del final somos nosotros. La cuchara del minuto cuarenta también.',
      url: 'https://soundcloud.com/pulso-barracas-club/podcast-036-jadson-prates',
      alt: {
        flyer:
          'Tapa del podcast 036, Jadson Prates: una rueda de dieciséis golpes, cada uno de distinto largo.',
      },
    },
  ],

  episode: [
    {
      flyer: 'episode-12.webp',
      intro:
        'Rita Monzón calibra el sonido del club desde 2013 y nunca usó protectores: se los fabrica. Explica por qué doscientos fardos de lana valen más que un ecualizador, qué es una onda estacionaria y dónde te tenés que parar para no comértela.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-12',
      alt: {
        flyer:
          'Tapa del episodio 12, El oído de Rita: una oreja dibujada con líneas paralelas, como un surco.',
      },
    },
    {
      flyer: 'episode-11.webp',
      intro:
        'Beto es el tornero de al lado y tiró el cable que alimentó la primera noche. Cuarenta metros, sin preguntar para qué. Quince años después sigue viniendo a las seis, cuando él abre y nosotros cerramos. Esta charla se grabó con el torno andando.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-11',
      alt: {
        flyer:
          'Tapa del episodio 11, El cable de Beto: un cable cruza la tapa, se enreda y se enchufa en la E del título.',
      },
    },
    {
      flyer: 'episode-10.webp',
      intro:
        'Todo lo que se olvida en un club: un trombón, una tesis encuadernada, tres dentaduras, un anillo que resultó ser de compromiso y llegó a tiempo. Marta atiende el guardarropa desde que hay guardarropa y se acuerda de cada número.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-10',
      alt: {
        flyer:
          'Tapa del episodio 10, Guardarropa: veinticuatro fichas numeradas; la 133, de otro color, se salió de la fila.',
      },
    },
    {
      flyer: 'episode-09.webp',
      intro:
        'Femke Osterhuis y Doctora Bongiorno se conocieron en esta grabación y hablaron dos horas de lo mismo: cómo se cierra una noche. Una baja de a poco, la otra corta de golpe. No se pusieron de acuerdo y hubo que echarlas.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-09',
      alt: {
        flyer:
          'Tapa del episodio 09, Cómo se cierra una noche: un bloque que se va en líneas y otro que termina de golpe.',
      },
    },
    {
      flyer: 'episode-08.webp',
      intro:
        'La cooperativa que se lleva nuestras latas cuenta el recorrido completo: del vaso a la prensa, de la prensa a la fundición y de vuelta a la heladera en sesenta días. Con cuentas, porque las pedimos. Y con chistes, porque los tienen.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-08',
      alt: {
        flyer:
          'Tapa del episodio 08, Sesenta días: seis latas vistas de arriba, girando como la aguja de un reloj.',
      },
    },
    {
      flyer: 'episode-07.webp',
      intro:
        'Una sola lámpara, movida a mano, durante nueve horas. Así trabaja Gringa Leiva, que ilumina la pista desde 2016 sin tocar una computadora. Habla del negro como de un color caro y del humo como de un pariente.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-07',
      alt: {
        flyer: 'Tapa del episodio 07, El negro es caro: una sola lámpara abre un haz amarillo en el negro.',
      },
    },
  ],

  news: [
    {
      newsTitle: 'El bombo nuevo ya tiene fecha',
      photo: 'news-linterna.webp',
      daysFromNow: 2,
      publishedInDays: 2,
      newsDescription: 'Pesa cuarenta kilos, viene de Avellaneda y entra por el portón de costado.',
      newsBody:
        '<p>El jueves a las diez de la mañana llega el bombo. Son cuarenta kilos, dos personas y una rampa prestada por el tornero de al lado.</p><p>El sábado se escucha.</p>',
      alt: { photo: null },
    },
    {
      newsTitle: 'Guardarropa, segunda parte',
      photo: 'news-linterna.webp',
      daysFromNow: 0,
      draft: true,
      newsDescription: 'Lo que apareció desde la última vez: falta la lista de Martita.',
      newsBody: '<p>Un paraguas, dos cascos, una planta. Falta la lista entera y una foto del trombón.</p>',
      alt: { photo: null },
    },
    {
      newsTitle: 'La noche en que no se prende nada',
      photo: 'news-linterna.webp',
      daysFromNow: -2,
      newsDescription:
        'Vuelve Apagón: ni luces, ni barra iluminada, ni cartel. Solo las salidas, el sonido y vos. Te contamos cómo se prepara una noche a oscuras y qué conviene saber antes de venir.',
      newsBody: `<p>La idea no es nuestra. La trajo la gente de <em>Tercer Patio</em> cuando vino de Ciudad de México en 2014 y nos pidió una sola cosa: que apagáramos todo. Dijimos que sí sin entender. A las dos de la mañana ya no hacía falta que nos lo explicaran.</p>
<p>Desde entonces lo repetimos cada tanto, cuando sentimos que la pista empezó a mirar más de lo que escucha. Se llama <strong>Apagón</strong> y vuelve en unos días, con Tránsito y Mica Oyola en una cabina que tampoco vas a ver.</p>
<h2>Qué pasa cuando no se ve</h2>
<p>Primero, nada. Durante la primera media hora la gente se queda quieta, se ríe, se agarra del brazo de al lado. Después el oído se agranda. Se escucha el ambiente, el roce de la ropa, la respiración del que tenés atrás. El bombo deja de venir de un parlante y empieza a venir del piso.</p>
<p>Y pasa otra cosa: nadie baila para nadie. Es la única noche del año en que vimos bailar a los tímidos y cerrar los ojos a los que no hacía falta.</p>
<blockquote><p>Bailé al lado de mi ex cuatro horas y me enteré el lunes.</p></blockquote>
<h2>Lo que conviene saber</h2>
<ul>
<li>Las salidas de emergencia quedan señalizadas, siempre. Eso no se apaga nunca.</li>
<li>El equipo de cuidado lleva linterna roja. Si necesitás algo, levantá una mano: te ven ellos a vos.</li>
<li>La barra cobra con linterna y con billetes contados. Traé cambio y paciencia.</li>
<li>El guardarropa es gratis esa noche. Cuantas menos mochilas en el piso, mejor.</li>
<li>El teléfono, ya sabés: punto rojo y al bolsillo. Una pantalla ahí adentro es un faro.</li>
</ul>
<p>Las puertas abren 23:59 y la luz de la entrada se corta a la una. Si llegás después, alguien te acompaña de la mano hasta la pista. Es más lindo de lo que suena.</p>
<p>Las entradas están en <a href="https://www.passline.com/eventos/pulso-apagon">la página de siempre</a> y, como siempre, hay una sola clase de entrada. Por qué hacemos las cosas así lo contamos en <a href="/culture">Cultura</a>.</p>`,
      alt: { photo: 'En la oscuridad, una linterna dibuja un cono de luz sobre las cabezas de la gente.' },
    },
    {
      newsTitle: 'Seis horas con Katrin Vogelsang',
      photo: 'news-cabina.webp',
      daysFromNow: -6,
      newsDescription:
        'La alemana vuelve a Barracas para tocar de principio a fin, sin nadie antes ni después. Dos valijas, doscientos discos y un pedido insólito: que bajemos un poco el volumen.',
      newsBody: `<p>Hay artistas que piden un hotel y artistas que piden una marca de agua. Katrin Vogelsang pidió un afinador. No para un piano: para la sala. «Quiero saber en qué nota está el galpón», escribió, «y empezar por ahí».</p>
<p>Se lo preguntamos a Rita, que calibra nuestro sonido desde 2013. Contestó sin pensarlo: <strong>un fa sostenido, bajito, cerca de la pared del fondo</strong>. Es la lana. Así que la noche va a empezar en fa sostenido.</p>
<h2>De punta a punta</h2>
<p>Va a ser un set de seis horas, sola, con discos. Sin apertura y sin cierre de nadie más. La última vez que vino tocó cuatro y se quedó con ganas; nosotros también, y eso que ya era de día.</p>
<p>El que la escuchó sabe cómo va: la primera hora casi no hay bombo, la segunda te das cuenta de que hace rato que estás bailando, la quinta no se cuenta. Por eso insistimos con algo que siempre decimos y nunca nos creen: <em>vení temprano</em>. Lo que ella pone a la medianoche es la llave de lo que pone a las cinco.</p>
<h2>Más bajo, por favor</h2>
<p>El otro pedido fue raro. Que la primera hora suene seis decibeles por debajo de lo habitual.</p>
<blockquote><p>Si la gente tiene que acercarse para escuchar, ya está adentro. El volumen es para cuando nadie se quiera ir.</p></blockquote>
<p>Vamos a hacerlo. Y a la una, como corresponde, Rita sube.</p>
<ul>
<li><strong>Dónde:</strong> Pedro de Luján 1965, Barracas.</li>
<li><strong>Desde:</strong> 23:59. La primera nota es a las 00:05, puntual.</li>
<li><strong>Hasta:</strong> seis horas después. Ni un disco menos.</li>
</ul>
<p>Entradas en <a href="https://www.passline.com/eventos/pulso-seis-horas-katrin-vogelsang">Passline</a>. Hay un cupo a mitad de precio para quien venga en bici, porque a las seis de la mañana por Montes de Oca no anda nadie y volver pedaleando con el sol de frente es la mitad del plan.</p>`,
      alt: {
        photo: 'Silueta de una persona inclinada sobre la cabina, con un abanico de haces de luz detrás.',
      },
    },
    {
      newsTitle: 'El piso nuevo es el piso viejo',
      photo: 'news-piso.webp',
      daysFromNow: -11,
      newsDescription:
        'Levantamos las mil ciento veinte tablas de la pista, las dimos vuelta y las volvimos a clavar. Abajo había quince años de monedas, un arito y una carta de 1934.',
      newsBody: `<p>El piso de la pista es de pinotea y llegó de lastre en un barco, hace más de un siglo. Cuando entramos al galpón estaba gris de grasa de oveja, que resultó ser el mejor barniz del mundo. Después vinieron quince años de zapatillas y hubo que hacer algo.</p>
<p>La opción fácil era cambiarlo. Pedimos tres presupuestos y los tres carpinteros dijeron lo mismo: <em>esta madera ya no existe</em>. El cuarto, que se llama Anselmo y tiene el taller sobre Iriarte, dijo otra cosa: <strong>«Denla vuelta».</strong></p>
<h2>Mil ciento veinte tablas</h2>
<p>Eso hicimos. Durante tres semanas, de lunes a jueves, levantamos tabla por tabla, las numeramos con tiza, las cepillamos del lado que nadie había pisado nunca y las volvimos a poner en el mismo lugar. Vinieron a ayudar residentes, gente del guardarropa y unos cuantos clubbers que se enteraron por el boca a boca.</p>
<p>El lado de abajo estaba nuevo. Cien años a oscuras y ni una marca.</p>
<h2>Lo que apareció</h2>
<ul>
<li>Cuatro mil trescientos pesos en monedas, la mitad fuera de circulación. Fueron a la cooperativa.</li>
<li>Sesenta y un tapones de oído.</li>
<li>Un arito de plata con forma de pez. Lo tiene Marta: si es tuyo, decile cuál de las dos aletas está torcida.</li>
<li>Una carta de 1934 en la que un peón de la barraca le pide a su hermana que le mande el saco de invierno, porque acá hace un frío que no es de este mundo.</li>
</ul>
<p>La carta quedó enmarcada al lado de la boletería. El frío también sigue siendo el mismo hasta que se llena la pista.</p>
<h2>Cómo suena</h2>
<p>Distinto. Debajo de las tablas pusimos lana, la que sobraba, y el bombo ahora llega un poco más redondo a los tobillos. Rita midió y no dijo nada, que en su idioma es un elogio.</p>
<blockquote><p>Un piso es un parche enorme. Ustedes lo tocan con los pies y ni se dan cuenta.</p></blockquote>
<p>Vení a pisarlo. Te pedimos una sola cosa, y por favor: sin tacos aguja hasta que asiente. En la puerta prestamos pantuflas. Es en serio. Más del galpón, en <a href="/history">Historia</a>.</p>`,
      alt: { photo: 'Tablas de madera en perspectiva, con luz rasante que entra desde el fondo.' },
    },
    {
      newsTitle: 'Cuántos vasos entran en tres años',
      photo: 'news-vasos.webp',
      daysFromNow: -17,
      newsDescription:
        'Hicimos la cuenta del vaso que se alquila y se devuelve. Cuatrocientos doce mil plásticos que no existieron, un lavavajillas con nombre propio y una deuda de nueve vasos con un bar de la vuelta.',
      newsBody: `<p>Hace tres años compramos seis mil vasos rígidos y dejamos de comprar los otros. Nos dijeron que la gente no los iba a devolver, que se iban a romper, que en un boliche eso no se puede. Esta semana, con la pista cerrada por arreglos, hicimos la cuenta.</p>
<h2>Los números</h2>
<ul>
<li><strong>412.000</strong> vasos descartables que no se compraron, no se llenaron y no se barrieron.</li>
<li><strong>4.718</strong> vasos de los seis mil que siguen en servicio.</li>
<li><strong>96 %</strong> de devolución por noche. El otro cuatro vive, suponemos, en cocinas de toda la ciudad.</li>
<li><strong>40 segundos</strong> por lavado, con agua que el mismo aparato filtra y vuelve a usar.</li>
</ul>
<p>El aparato se llama <em>Susana</em>. Lo compramos usado a un hospital, pesa lo mismo que un auto chico y es el único integrante del equipo que nunca llegó tarde.</p>
<h2>Cómo funciona</h2>
<p>Pagás el vaso una vez, lo usás toda la noche y al salir te devolvemos lo que pagaste. En billete, no en vale. Si te querés ir sin hacer la fila, lo dejás en cualquiera de los canastos y ese importe va al fondo que paga los fletes de la cooperativa.</p>
<p>El año pasado alcanzó para arreglar el eje del carro y comprar dos pares de guantes por persona. No es caridad: la cooperativa <strong>cobra por su trabajo</strong>, como el sonidista o el electricista. El fondo es aparte.</p>
<blockquote><p>La primera noche tiraban el vaso al piso por costumbre y el de al lado lo levantaba y se lo daba. En dos meses ya no hizo falta.</p></blockquote>
<h2>Lo que falta</h2>
<p>Nos siguen ganando las botellitas de agua que entran en las mochilas y los precintos de las cajas. También las colillas: pusimos ceniceros en el patio y los usa la mitad. A la otra mitad, gracias por adelantado.</p>
<p>Y le debemos nueve vasos al bar de la esquina de Vieytes, que nos los prestó una noche de apuro y no los encontramos más. Si tenés uno en casa con una guarda azul, ya sabés. Lo demás está en <a href="/culture">Cultura</a>.</p>`,
      alt: { photo: 'Hileras de vasos apilados, atravesados por una luz de atrás.' },
    },
    {
      newsTitle: 'Una hora con Ema Sarubbi',
      photo: 'news-mezcladora.webp',
      daysFromNow: -24,
      newsDescription:
        'Salió el podcast 041. Lo grabó la residente más vieja de la casa, que llegó en 2011 a pedir trabajo de electricista y se quedó mirando la cabina.',
      newsBody: `<p>Ema Sarubbi vino por primera vez en 2011, con la caja de herramientas, a cambiar el tablero. Terminó a las cinco de la tarde y se quedó. «Quería ver cómo se usaba la luz que había puesto», dice. A las cuatro de la mañana estaba parada al lado de la cabina haciendo preguntas.</p>
<p>Catorce años después es la que más noches tocó en este galpón. La cuenta va por <strong>trescientas ochenta y siete</strong> y la lleva ella, en lápiz, adentro de la tapa del tablero.</p>
<h2>El podcast 041</h2>
<p>Le pedimos una hora. La grabó un martes a las once de la mañana, de una toma, con el portón abierto porque hacía calor. Se oye pasar el camión de la cooperativa. Le ofrecimos sacarlo y dijo que no: que entraba en tono.</p>
<p><a href="https://soundcloud.com/pulso-barracas-club/podcast-041-ema-sarubbi">https://soundcloud.com/pulso-barracas-club/podcast-041-ema-sarubbi</a></p>
<p>Empieza en ciento dieciocho, que para ella es caminar. A los veinte minutos hay un corte seco, de los que asustan al que está en la barra. La segunda mitad es suya y de nadie más: bombos partidos, una voz que dice algo y no se entiende, un acorde que tarda once minutos en resolver.</p>
<h2>Tres preguntas</h2>
<p><strong>¿Qué aprendiste de la electricidad?</strong> Que lo importante no se ve y que si lo tocás mal te avisa.</p>
<p><strong>¿Un error que repetirías?</strong> La noche que puse el mismo tema dos veces seguidas sin darme cuenta. La segunda fue mejor.</p>
<p><strong>¿Qué le dirías a la que vino con la caja de herramientas?</strong> Que deje la térmica de la cabina en veinticinco. Va a hacer falta.</p>
<blockquote><p>Un set es un tablero: si está bien hecho, nadie se acuerda de que existe.</p></blockquote>
<h2>Para escucharlo bien</h2>
<ul>
<li>De corrido. Si lo cortás, volvé al principio.</li>
<li>Con graves. Los del teléfono no cuentan.</li>
<li>El minuto treinta y cuatro, parado.</li>
</ul>
<p>Los cuarenta anteriores siguen en <a href="https://soundcloud.com/pulso-barracas-club">nuestro SoundCloud</a>, sin avisos y sin cortes. Y Ema, como todos los segundos sábados, sigue abriendo la caja de herramientas a las 23:59.</p>`,
      alt: { photo: 'Primer plano de una mezcladora: perillas a contraluz que se pierden en el desenfoque.' },
    },
    {
      newsTitle: 'La llave cruzó el río',
      photo: 'news-rio.webp',
      daysFromNow: -38,
      newsDescription:
        'Sótano Ocho volvió a Barracas trece años después de aquella primera visita. Crónica de una noche con dos bombos, un barco lleno y la llave que nunca devolvieron.',
      newsBody: `<p>En 2012 la gente de <strong>Sótano Ocho</strong> fue la primera en tocar acá como club invitado. Se les cortó la luz, siguieron con las palmas, les dimos una copia de la llave del portón. Era una broma. El sábado pasado la usaron.</p>
<p>Cuando llegamos a las ocho de la noche, con el mate y sin apuro, ya habían abierto, barrido y puesto a calentar el equipo. «Tardaban mucho», dijo Raquel, que maneja el sótano desde el 2006 y tiene la edad de nuestras madres.</p>
<h2>El barco de las siete</h2>
<p>Vinieron cuarenta y tres personas en el mismo barco. A la altura del pontón, donde se acaba una orilla y no empezó la otra, sacaron un parlante a la cubierta y tocaron una hora para nadie. El capitán bajó a quejarse y se quedó a preguntar qué tema era.</p>
<h2>Dos bombos</h2>
<p>La propuesta era sencilla: dos cabinas enfrentadas, una de cada orilla, con el mismo tempo y bombos distintos. El de ellos, más seco y más chico, de techo bajo. El nuestro, con aire de galpón. Durante la primera hora sonaron por turnos. Después, los dos.</p>
<p>Si te parabas en el medio exacto, marcado en el piso con una cruz de cinta, no escuchabas ninguno: escuchabas <em>uno tercero</em>, que no estaba en ningún lado. Hubo fila para pararse ahí. De una persona por vez, un minuto por reloj, por favor y gracias.</p>
<blockquote><p>Cruzamos un río para encontrar un sonido que vive en el medio. Ahora hay que ver quién lo cuida.</p></blockquote>
<h2>Lo que sigue</h2>
<ul>
<li>En primavera vamos nosotros: residentes, guardarropa y quien se quiera sumar al barco.</li>
<li>La grabación de la noche, completa, sale como episodio doble.</li>
<li>La cruz de cinta queda. Preguntá por ella.</li>
</ul>
<p>A las siete cerraron ellos, con su llave, y se la llevaron otra vez. Las demás visitas de estos años están en <a href="/milestones">Hitos</a>.</p>`,
      alt: { photo: 'El río de noche: luces de la costa reflejadas en el agua oscura.' },
    },
    {
      newsTitle: 'Cómo se cuida una pista',
      photo: 'news-pista.webp',
      daysFromNow: -49,
      newsDescription:
        'Son once, llevan una linterna roja y no son seguridad. Pasamos una noche con el equipo de cuidado para contar qué hacen, qué no y cómo pedirles ayuda sin explicar nada.',
      newsBody: `<p>A las once y media, antes de abrir, once personas se sientan en ronda en el centro de la pista. Se reparten linternas, tapones y caramelos de miel. Alguien pregunta cómo llegó cada uno: si durmió, si comió, si está para estar. El que no está, esa noche se va a bailar o a la casa, y cobra igual.</p>
<p>Son el equipo de cuidado. <strong>No son seguridad</strong>: no echan, no revisan, no retan. Miran, preguntan y acompañan. Se los reconoce por la linterna roja en el cinturón.</p>
<h2>Qué hacen toda la noche</h2>
<ul>
<li>Caminan. Unos doce kilómetros por turno, según el podómetro de Lucía.</li>
<li>Llevan agua a los que se olvidaron de tomar.</li>
<li>Prestan tapones a los que están pegados al parlante y creen que no hace falta.</li>
<li>Se quedan al lado de quien la está pasando mal, el tiempo que haga falta, sin preguntar por qué.</li>
<li>Cuando alguien dice que lo molestaron, <strong>le creen</strong>. Lo demás viene después.</li>
</ul>
<h2>Cómo se pide ayuda</h2>
<p>Buscá una linterna roja y decí «perdón». Nada más. Es una de las tres palabras de la casa y acá también funciona de santo y seña: quien la escuche va a dejar lo que esté haciendo y te va a llevar a un lugar tranquilo. No tenés que contar nada.</p>
<p>Si no ves a nadie, la barra, la boletería y la cabina saben lo mismo. Sí, la cabina también: se puede parar la música. Pasó dos veces en quince años y las dos veces la pista esperó.</p>
<blockquote><p>Lo más difícil no es intervenir. Es estar cerca sin molestar. Como tocar bien una apertura.</p></blockquote>
<h2>Por qué lo contamos</h2>
<p>Porque cada tanto nos escriben de otros clubes para preguntar cuánto cuesta. Cuesta once sueldos, una capacitación por trimestre y sacar dos mesas que igual no teníamos. Y porque queremos que la próxima vez que veas una linterna roja sepas que está ahí <em>para vos</em>.</p>
<p>Si querés sumarte, no hace falta experiencia. Hace falta paciencia y zapatillas cómodas. <a href="/contact">Escribinos</a>.</p>`,
      alt: { photo: 'Multitud de espaldas con algunas manos en alto, recortada contra haces de luz.' },
    },
    {
      newsTitle: 'Martes de cabina abierta',
      photo: 'news-disco.webp',
      daysFromNow: -63,
      newsDescription:
        'Desde este mes, todos los martes de cinco a ocho, la cabina es de quien tenga entre trece y diecinueve años y ganas. Gratis, con merienda y con los mismos equipos del sábado.',
      newsBody: `<p>Empezó por un vidrio. Un grupo de chicos de la escuela de Osvaldo Cruz pasaba todas las tardes y pegaba la cara contra la ventana de la boletería para ver las bandejas. Un día Sol les abrió. Ese día se quedaron hasta las nueve y hubo que llamar a las casas.</p>
<p>Ahora es en serio: <strong>todos los martes, de 17 a 20</strong>, la cabina es de ellos.</p>
<h2>Qué se hace</h2>
<p>Se aprende a mezclar con discos, porque el disco te muestra lo que hace: lo ves girar, lo frenás con el dedo, se equivoca con vos. Después vienen el secuenciador, la computadora y lo que cada uno traiga. La primera clase no se toca nada. Se escucha un tema entero, acostados en el piso de la pista, con los ojos cerrados.</p>
<p>Enseñan los residentes, por turnos. Nico Zalazar explica compases con una pelota de básquet. Doctora Bongiorno, que es doctora de verdad, enseña a cuidarse los oídos y les hace a todos una audiometría.</p>
<h2>Lo práctico</h2>
<ul>
<li>De trece a diecinueve años, con autorización firmada hasta los dieciocho.</li>
<li>Gratis. Merienda incluida: mate cocido y lo que haya salido de la panadería.</li>
<li>Diez lugares por martes, sorteados el lunes. El que no sale tiene prioridad la semana siguiente.</li>
<li>No hace falta saber ni tener nada. Auriculares hay.</li>
<li>La barra está cerrada con llave y la llave la tiene la mamá de Thiago.</li>
</ul>
<h2>Adónde va esto</h2>
<p>A fin de año hay muestra: un domingo a las seis de la tarde, con el equipo completo, para familias y vecinos. Va a estar todo el barrio y va a estar fuerte, así que prestamos tapones a las abuelas.</p>
<blockquote><p>Yo pensaba que el que pone música aprieta un botón. Ahora sé que aprieta un botón <em>en el momento justo</em>.</p></blockquote>
<p>Lo dijo Brisa, catorce años, tercer martes. La anotamos para el podcast 100. Para inscribirse alcanza con pasar por la puerta o <a href="/contact">mandarnos un mensaje</a> con el nombre y la edad.</p>`,
      alt: { photo: 'Un disco girando bajo luz rasante, con la púa apoyada en el surco.' },
    },
  ],
} satisfies Demo
