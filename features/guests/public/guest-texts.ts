/** Texts of the public pages of guests. The page of a promoter's link exists only in Spanish. */
import type { Language } from '../../../platform/shared/languages.ts'
import { passWords } from '../shared/pass-words.ts'

const people = (one: string, many: string) => (n: number) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

const es = {
  ...passWords.es,
  title: 'Anotate en la lista',
  lead: 'Dejá tu nombre y en la puerta decís quién sos.',
  name: 'Nombre y apellido',
  companions: '¿Con quién venís?',
  alone: 'Nadie más',
  more: people('persona más', 'personas más'),
  join: 'Anotarme',
  whoIsOn: 'Quien está en la lista tiene:',
  what: 'Qué tenés',
  full: 'La lista está completa.',
  fullText: 'Si alguien se baja, vuelve a abrirse acá mismo.',
  closed: 'La lista ya cerró.',
  closedText: 'No hay más lugar por lista. Te esperamos igual, con entrada.',
  problem: 'Oops...',
  privacy: (controller: string, days: number) =>
    `Tu nombre es para la puerta de esta noche y nada más. Responde por él ${controller}. Se borra ${days === 1 ? 'un día' : `${days} días`} después. Podés verlo, corregirlo o pedir que lo borremos antes.`,
  yourData: 'Qué hacemos con tus datos',
  allDates: 'Todas las fechas',
  // The visitor's own page.
  ownTitle: 'Estás en la lista',
  placeSaved: 'Estás en la lista · código',
  ownShort: 'En la lista',
  overTitle: 'Ya pasó',
  ownOver: 'Esta noche ya pasó.',
  ownOff: 'Esta noche no se hace en la fecha anunciada. Mirá la página de la noche.',
  ownArrived: 'Ya entraste. Que la pases bien.',
  ownPartlyArrived: (arrived: number, all: number) =>
    `${arrived === 1 ? 'Ya entró' : 'Ya entraron'} ${arrived} de ${all}. El pase sirve para quienes faltan.`,
  qrLabel: 'QR con tu código',
  atTheDoor: 'En la puerta mostrá el QR, o decí tu nombre o tu código.',
  keepPage: 'Guardá esta página: con ella te podés bajar.',
  saveImage: 'Guardar como imagen',
  you: 'Quién',
  with: people('acompañante', 'acompañantes'),
  cancel: 'Bajarme de la lista',
  cancelAsk: 'Tu lugar queda libre para otra persona. Si te arrepentís, te tenés que anotar de nuevo.',
  cancelDo: 'Sí, bajarme',
  cancelledTitle: 'Te bajaste',
  cancelledText: 'Ya no estás en la lista y tu lugar quedó libre. Gracias por avisar.',
}

type GuestTexts = Omit<typeof es, keyof typeof passWords.es> & Record<keyof typeof passWords.es, string>

const en: GuestTexts = {
  ...passWords.en,
  title: 'Join the guest list',
  lead: 'Leave your name here and say it at the door.',
  name: 'Full name',
  companions: 'Who is coming with you?',
  alone: 'Nobody else',
  more: people('more person', 'more people'),
  join: 'Put me on the list',
  whoIsOn: 'People on the list get:',
  what: 'What you get',
  full: 'The list is full.',
  fullText: 'If somebody cancels, it opens again right here.',
  closed: 'The list has closed.',
  closedText: 'There are no more places on the list. You are still welcome with a ticket.',
  problem: 'Oops...',
  privacy: (controller, days) =>
    `Your name is for the door of this night and for nothing else. ${controller} is responsible for it. It is deleted ${days === 1 ? 'one day' : `${days} days`} after the night. You can see it, correct it or ask us to delete it earlier.`,
  yourData: 'What we do with your data',
  allDates: 'All dates',
  ownTitle: 'You are on the list',
  placeSaved: 'You are on the list · code',
  ownShort: 'On the list',
  overTitle: 'It is over',
  ownOver: 'This night is over.',
  ownOff: 'This night does not take place on the announced date. See the page of the night.',
  ownArrived: 'You are in. Have a good night.',
  ownPartlyArrived: (arrived, all) => `${arrived} of ${all} are in. The pass is for those who follow.`,
  qrLabel: 'QR with your code',
  atTheDoor: 'At the door, show the QR, or say your name or your code.',
  keepPage: 'Keep this page: you can cancel here.',
  saveImage: 'Save as an image',
  you: 'Who',
  with: people('companion', 'companions'),
  cancel: 'Cancel my place',
  cancelAsk: 'Somebody else can take your place. If you change your mind, you have to sign up again.',
  cancelDo: 'Yes, cancel',
  cancelledTitle: 'Cancelled',
  cancelledText: 'You are no longer on the list, and your place is free. Thank you for telling us.',
}

export const guestTexts: Record<Language, GuestTexts> = { es, en }
