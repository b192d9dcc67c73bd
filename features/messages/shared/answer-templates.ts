/** Templates of answers, and the templates of a new club. */

import type { Template } from './messages.ts'

/** Templates of a club that has not saved any. `{nombre}` is replaced by the sender's name, `{club}` by the club's. */
export const shippedTemplates: readonly Template[] = [
  {
    name: 'Lista y entradas',
    text: `Hola, {nombre}:

Las entradas están en la página de cada noche, en la parte de Fechas del sitio: ahí ves cuánto salen, cuáles quedan y el enlace para comprarlas.

Las listas las arma cada artista. Si te invitó alguien que toca, pedile que te anote y vení con tu documento.

Cualquier otra cosa, respondé este mail.

Un abrazo,
{club}`,
  },
  {
    name: 'Objetos perdidos',
    text: `Hola, {nombre}:

Lo que aparece al cerrar lo guardamos. Contanos qué perdiste, qué noche fue y cómo es, con todo lo que ayude a reconocerlo, y lo buscamos.

Si está, te escribimos para que pases a buscarlo. Traé tu documento.

Un abrazo,
{club}`,
  },
  {
    name: 'Alquiler de la sala',
    text: `Hola, {nombre}:

Gracias por pensar en {club}. Para decirte si se puede y cuánto sale necesitamos la fecha, el horario, cuánta gente esperás y qué querés hacer.

Respondé este mail con eso y te contestamos con una propuesta.

Un abrazo,
{club}`,
  },
]
