import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of /culture. The first value explains the first slogan, the second value the second slogan, and so on. */
export const culture = {
  meta: {
    title: 'Cultura · {club}',
    description:
      'Pedir por favor, guardar el teléfono, no tener VIP y no tirar nada. Las cuatro reglas de {club} y por qué las cumplimos.',
  },
  lead: 'Tenemos cuatro reglas. Ninguna dice cómo vestirte, con quién venir ni a qué hora irte.',
  values: [
    {
      key: 'courtesy',
      title: 'Por favor, gracias, perdón',
      picture: 'culture-courtesy',
      alt: 'Dos personas en la barra, a contraluz: una saluda con la mano abierta, la otra agradece con la mano en el pecho.',
      text: 'Son las tres palabras que más se usan acá adentro. Por favor, para pasar. Gracias, en la barra, en el guardarropa y en el baño, que alguien limpia a las cinco de la mañana. Perdón, si pisaste. Y si alguien te dice que no, es no: no hace falta que lo explique. Si algo te incomoda, buscá a cualquiera del equipo con la linterna roja. Te va a creer.',
    },
    {
      key: 'no-photos',
      title: 'Ni fotos ni videos',
      picture: 'culture-nophotos',
      alt: 'Un teléfono boca abajo sobre la barra, con un punto rojo pegado sobre la cámara.',
      text: 'En la puerta te pegamos un punto rojo sobre la cámara. No es un secreto lo que hacemos: es que nadie baila igual cuando lo miran. Lo que pase acá te lo llevás en el cuerpo, que tiene mejor memoria que el teléfono. El punto sale sin dejar marca. La noche, no tanto.',
    },
    {
      key: 'no-vip',
      title: 'Sin VIP',
      picture: 'culture-novip',
      alt: 'Dos postes en la pista y la soga suelta, caída en el piso.',
      text: 'No hay mesas, no hay pulsera dorada, no hay un costado mejor. La entrada cuesta lo mismo para todo el mundo y la fila es una sola, también para nuestros padres. El mejor lugar del club está a dos metros del parlante de la izquierda y es del que llega primero.',
    },
    {
      key: 'green',
      title: 'Club verde',
      picture: 'culture-green',
      alt: 'Pilas de vasos lavados sobre la barra, listos para volver a usarse.',
      text: 'El vaso se alquila, se devuelve y se lava: hace tres años que no compramos plástico. El agua de la canilla es fría y gratis. Latas, vidrio y cartón salen los lunes en el carro de la cooperativa del barrio, que cobra por ese trabajo como cualquier proveedor. Si viniste en bici, tenés dónde atarla, bajo techo y con alguien que la mira.',
    },
  ],
} as const satisfies Copy['culture']
