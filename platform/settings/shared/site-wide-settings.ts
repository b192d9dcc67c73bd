/** Declares the settings that all pages use. Features declare the settings of their own pages. */
import { image, instant, line, number, rows, text, url } from '../../content/shared/fields.ts'
import { withEnglish, withEnglishColumns } from '../../content/shared/translations.ts'
import { INK } from '../../shared/colours.ts'
import { lead, meta, type SettingsDeclaration, valueChoice } from './settings-declaration.ts'
import { colour, film, phone, requiredNumber, zone } from './settings-fields.ts'

const SLOGANS_MAX = 4
const BPM = { min: 60, max: 200 }

const identity = {
  page: '/',
  fields: withEnglish(
    {
      name: line('Nombre del club', { max: 100 }),
      city: line('Ciudad', { max: 100 }),
      neighbourhood: line('Barrio', { max: 100, optional: true }),
      description: text('Una frase que diga qué es'),
      'founder.name': line('Quién lo fundó', { max: 100, optional: true }),
      'founder.quote': text('Lo que dice', { optional: true }),
      slogans: rows(
        'Lemas',
        SLOGANS_MAX,
        { one: 'lema', article: 'el' },
        withEnglishColumns({ text: line('Lema', { max: 80 }), value: valueChoice('Valor al que lleva') }, [
          'text',
        ]),
      ),
      timeZone: zone('Zona horaria'),
    },
    ['description', 'founder.quote'],
  ),
} satisfies SettingsDeclaration

const contact = {
  page: '/contact',
  fields: withEnglish(
    {
      'address.street': line('Calle y número', { max: 100 }),
      'address.town': line('Código postal y ciudad', { max: 100 }),
      'address.country': line('País', { max: 100, optional: true }),
      'position.lat': number(
        'Latitud',
        { min: -90, max: 90, decimals: 6 },
        { hint: 'Pegá acá las dos coordenadas, o el enlace largo de Google Maps: se completan las dos.' },
      ),
      'position.lon': number('Longitud', { min: -180, max: 180, decimals: 6 }),
      lead,
      directions: text('Cómo llegar', { optional: true }),
      hours: text('Horarios', { optional: true }),
      ...meta,
    },
    ['lead', 'directions', 'hours', 'meta.title', 'meta.description'],
  ),
} satisfies SettingsDeclaration

const links = {
  page: '/contact',
  fields: {
    instagram: url('Instagram', { optional: true, accountsAt: 'https://www.instagram.com/' }),
    facebook: url('Facebook', { optional: true }),
    soundcloud: url('SoundCloud', { optional: true, accountsAt: 'https://soundcloud.com/' }),
    residentAdvisor: url('Resident Advisor', { optional: true }),
    youtube: url('YouTube', { optional: true, accountsAt: 'https://www.youtube.com/@' }),
    ticketing: url('Venta de entradas', { optional: true, hint: 'A donde lleva «Eventos» en el menú.' }),
  },
} satisfies SettingsDeclaration

/** Limit of each text of `visit`, so that the block on a night's page stays short. Characters */
const VISIT_TEXT_MAX = 240

const visitText = (label: string, hint: string) => text(label, { max: VISIT_TEXT_MAX, optional: true, hint })

const visit = {
  page: '/contact',
  lead: 'Vale para todas las fechas. Lo que cambia una sola noche va en el formulario de esa fecha, en «Solo en esta fecha».',
  fields: withEnglish(
    {
      admission: visitText(
        'Quién entra',
        '«Desde los 18, con DNI o pasaporte. Se entra vestido como se quiera.»',
      ),
      lastEntrance: visitText('Última entrada', '«La puerta cierra a las 4, aunque haya lugar.»'),
      reentry: visitText('Salir y volver a entrar', '«Se puede salir hasta las 3, con la pulsera puesta.»'),
      payment: visitText('Cómo se paga', '«Débito, crédito y Mercado Pago; efectivo, solo en la puerta.»'),
      cloakroom: visitText('Guardarropa', '«$ 2.000 por prenda, hasta el cierre. Mochilas grandes no.»'),
      food: visitText(
        'Comida y agua',
        '«Agua de la canilla, gratis, en las dos barras. Empanadas hasta las 5.»',
      ),
      accessibility: visitText(
        'Accesibilidad',
        '«Entrada sin escalones y baño adaptado. La entrada de quien te acompaña no se cobra.»',
      ),
      transport: visitText(
        'Cómo venir y cómo volver',
        'Colectivos, tren y la vuelta de madrugada. «El 12 y el 37 pasan toda la noche; el primer tren sale 5:20.»',
      ),
      telephone: phone('Teléfono', {
        hint: 'Como se marca en el país del club, o con código de país: +54 11 4302 1965.',
      }),
      whatsapp: phone('WhatsApp', {
        hint: 'Un celular de Argentina va con su 15 o con su 9: 011 15 5555-1965, +54 9 11 5555 1965.',
      }),
    },
    ['admission', 'lastEntrance', 'reentry', 'payment', 'cloakroom', 'food', 'accessibility', 'transport'],
  ),
} satisfies SettingsDeclaration

const footer = {
  page: '/',
  fields: withEnglish(
    {
      farewell: line('Despedida', { optional: true }),
      note: line('Última línea', { optional: true }),
    },
    ['farewell', 'note'],
  ),
} satisfies SettingsDeclaration

const look = {
  page: '/',
  fields: {
    accent: colour('Color de la luz', INK, {
      hint: 'El único color del sitio: líneas, sellos, lo que se señala.',
    }),
    bpm: requiredNumber('Pulsos por minuto', BPM, { hint: 'A esa velocidad late todo lo que se mueve.' }),
    logo: image(
      'Logo',
      { width: 600, height: 150 },
      {
        optional: true,
        whole: true,
        isDecorative: true,
        hint: 'Un PNG claro con fondo transparente: va arriba, sobre negro. Sin él va el nombre, en las letras de la casa.',
      },
    ),
    film: film('Film de la portada', 'poster', {
      hint: 'Sin sonido, en continuado, detrás del nombre. Sin destellos: más de tres por segundo pueden causar convulsiones.',
    }),
    poster: image(
      'Imagen de la portada',
      { width: 1920, height: 1080 },
      {
        optional: true,
        whole: true,
        isDecorative: true,
        hint: 'Se ve hasta que arranca el film. Sola, queda quieta en su lugar.',
      },
    ),
  },
} satisfies SettingsDeclaration

const notice = {
  page: '/',
  period: ['from', 'until'],
  fields: withEnglish(
    {
      text: line('Aviso', { optional: true, hint: 'Una línea arriba de todas las páginas.' }),
      url: url('Enlace', { optional: true }),
      from: instant('Desde', { hint: 'Vacío: desde ya.' }),
      until: instant('Hasta', { hint: 'Vacío: hasta que lo saques.' }),
    },
    ['text'],
  ),
} satisfies SettingsDeclaration

export const siteWideGroups = { identity, contact, links, visit, footer, look, notice }
