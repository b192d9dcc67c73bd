/**
 * Settings of the demo club that are stored with the demo content. They are no defaults: when an upgrade adds a settings group,
 * an existing club must not publish the rules of the demo club. Keys are field names.
 */
import type { SettingsName } from '../platform/settings/shared/settings-names.ts'

/** The telephone numbers are invented: no number of Buenos Aires begins with 0. */
const visit = {
  admission:
    'Con documento o pasaporte; la edad está en cada fecha. Nadie mira cómo venís vestido: la puerta mira cómo tratás a los demás.',
  lastEntrance:
    'A las 4:30, también con entrada comprada. Si venís justo, escribinos y te esperamos diez minutos.',
  reentry: 'Hasta las 3 podés salir y volver, con el sello en la muñeca. Después, quien sale se va a dormir.',
  payment: 'En las barras, débito, crédito y QR. En la puerta, también efectivo.',
  cloakroom: '$ 2.000 por prenda, hasta que se va la última persona. Mochilas sí, valijas no.',
  food: 'Agua de la canilla gratis en las dos barras. Empanadas y un guiso vegano hasta las 5.',
  accessibility:
    'Entrada sin escalones por el portón verde y baño adaptado en planta baja. Quien te acompaña entra sin cargo. Hay tapones para los oídos en la barra.',
  transport:
    'Colectivos 12, 45 y 95, toda la noche. Tren Roca desde Yrigoyen, a ocho cuadras: el primero pasa antes de las 6, todos los días. A las 6 hay taxis en la esquina de Vieytes.',
  telephone: '+54 11 0128 0128',
  whatsapp: '+54 9 11 0128 0128',
  'en.admission':
    'With an ID card or passport; each night says its age. Nobody looks at your clothes: the door looks at how you treat other people.',
  'en.lastEntrance':
    'At 4:30, also with a ticket. If you are running late, write to us and we will wait ten minutes.',
  'en.reentry':
    'Until 3 you can go out and come back with the stamp on your wrist. After that, whoever leaves goes home.',
  'en.payment': 'Debit, credit and QR at the bars. At the door also cash.',
  'en.cloakroom': 'ARS 2,000 per item, until the last person leaves. Backpacks yes, suitcases no.',
  'en.food': 'Free tap water at both bars. Empanadas and a vegan stew until 5.',
  'en.accessibility':
    'Step-free entrance through the green gate and an accessible toilet on the ground floor. Your companion enters free. There are earplugs at the bar.',
  'en.transport':
    'Buses 12, 45 and 95, all night. Roca train from Yrigoyen, eight blocks away: the first one leaves before 6, every day. At 6 there are taxis at the corner of Vieytes.',
}

export const demoSettings = { visit } satisfies Partial<
  Record<SettingsName, Readonly<Record<string, string>>>
>
