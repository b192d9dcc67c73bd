import { LONG_NOTICE_MS } from '../limits.ts'
import { date, declare, image, url } from './fields.ts'

export const events = declare({
  name: 'events',
  words: { one: 'evento', many: 'Eventos', article: 'el' },
  admin: {
    menu: '/admin/events',
    create: '/admin/events/addevents',
    update: '/admin/events/updateevents',
    remove: '/admin/events/deleteevent',
  },
  fields: {
    flyerLarge: image('Flyer grande', { width: 1600, height: 1600 }),
    flyerGrid: image('Flyer cuadrado', { width: 500, height: 500 }, { cutFrom: 'flyerLarge' }),
    date: date('Fecha', { time: true }),
    url: url('Link de entradas'),
  },
  heading: 'date',
  picture: 'flyerGrid',
  orderBy: 'date',
  envelope: 'data',
  noticeMs: LONG_NOTICE_MS,
})
