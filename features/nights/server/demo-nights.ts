/** Nights of the demo club, newest first. */

/** Text alternatives by image field. */
type Alt<Field extends string> = Readonly<Record<Field, string | null>>

/** A set of a night. Guest artists have a name and no item. */
interface DemoSet {
  readonly artist?: string
  readonly name?: string
  readonly role?: string
  readonly from?: string
  /** Whole days between the first start of the server and the time at which visitors see the row. */
  readonly revealedInDays?: number
}

interface DemoOffer {
  readonly name: string
  readonly price: number | null
  readonly availability?: 'available' | 'soldout' | 'soon' | 'door'
  /** Hour at which the offer ends: `HH:mm`. */
  readonly until?: string
}

interface DemoEvent {
  /** Whole days between the first start of the server and the date of the item. Negative for the past. */
  readonly daysFromNow: number
  /** True puts the night on exactly that day. Otherwise it moves to the next Saturday. */
  readonly tonight?: true
  readonly title: string
  readonly description?: string
  readonly endsAt?: string
  readonly status?: 'cancelled' | 'rescheduled'
  readonly statusNote?: string
  readonly visitNote?: string
  readonly en?: {
    readonly title?: string
    readonly description?: string
    readonly statusNote?: string
    readonly visitNote?: string
  }
  /** Days between the original date and the new date of a rescheduled night. */
  readonly postponedDays?: number
  readonly ageMin?: number
  readonly offers?: readonly DemoOffer[]
  readonly lineup?: readonly DemoSet[]
  readonly flyerLarge: string
  readonly flyerGrid: string
  /** Time at which doors open, in the club's time zone. */
  readonly time: string
  readonly url: string
  readonly alt: Alt<'flyerLarge' | 'flyerGrid'>
}

export const demoNights = {
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
          '<p>Anniversary. At three o’clock sharp everything stops and only the kick drum stays: forty minutes, one hundred and twenty-eight beats a minute, nothing else. Whoever comes late hears it from the pavement.</p>',
        statusNote: 'Moved by a week: the new kick drum arrives on Thursday.',
        visitNote: 'From 3 to 3:40 the lights go out: bar and cloakroom pause too.',
      },
      endsAt: '08:00',
      status: 'rescheduled',
      statusNote: 'La corrimos una semana: el bombo nuevo llega el jueves.',
      visitNote: 'De 3 a 3:40 se apaga todo: la barra y el guardarropa también paran.',
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
        { name: 'En puerta', price: 13_000, availability: 'door' },
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
          '<p>No light at all: not at the bar, not in the booth, not even the signs. Your eyes take twelve minutes to get used to it, and the floor fills up in thirteen.</p><p>You can go out to the yard, which has a moon.</p>',
        visitNote:
          'The bars take cash only and the cloakroom is free. The steps to the yard have floor lights. If you need to see, tell us at the door: someone with a torch walks with you.',
      },
      visitNote:
        'Las barras cobran en efectivo y el guardarropa es gratis. Los escalones al patio tienen luz de piso. Si necesitás ver, avisá en la puerta: alguien con linterna te acompaña.',
      endsAt: '06:30',
      ageMin: 18,
      offers: [
        { name: 'Anticipada', price: 8000, availability: 'soldout' },
        { name: 'General', price: 10_000 },
        { name: 'Antes de la 1, con DNI de Barracas', price: 0, until: '01:00', availability: 'door' },
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
  ] satisfies readonly DemoEvent[],
}
