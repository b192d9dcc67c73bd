import type { Copy } from '../contract/club.ts'

/** What we say, page by page. Rioplatense, de vos, and short: every line here is read standing up. */
export const copy = {
  meta: {
    home: {
      title: 'Pulso · Club de techno en Buenos Aires',
      description:
        'Una barraca de lanas en Barracas, una sola pista y un sonido que se siente antes de oírse. Fechas, podcast y episodios de Pulso.',
    },
    history: {
      title: 'Historia · Pulso',
      description:
        'De un galpón con goteras a la pista de hoy: cómo se hizo Pulso, contado por los que corrieron los fardos.',
    },
    culture: {
      title: 'Cultura · Pulso',
      description:
        'Pedir por favor, guardar el teléfono, no tener VIP y no tirar nada. Las cuatro reglas de Pulso y por qué las cumplimos.',
    },
    milestones: {
      title: 'Hitos · Pulso',
      description:
        'Ocho clubes del mundo vinieron a hacer su noche en Barracas. Esto pasó cuando les dimos la llave.',
    },
    events: {
      title: 'Eventos · Pulso',
      description:
        'La agenda de Pulso, en construcción. Mientras tanto, las próximas fechas están en la portada.',
    },
    contact: {
      title: 'Contacto · Pulso',
      description:
        'Pedro de Luján 1965, Barracas, Buenos Aires. Cómo llegar, dónde seguirnos y un formulario que lee una persona.',
    },
    news: {
      title: 'Novedades · Pulso',
      description:
        'Lo que pasó, lo que viene y lo que aprendimos en la pista. Novedades de Pulso, club de techno de Barracas.',
    },
    login: {
      title: 'Entrar · Pulso',
      description: 'Acceso para quienes administran el sitio de Pulso.',
    },
    register: {
      title: 'Registrarse · Pulso',
      description:
        'Pedí una cuenta para administrar el sitio de Pulso. Alguien del club la tiene que aprobar.',
    },
    privacy: {
      title: 'Privacidad · Pulso',
      description:
        'Qué guarda el sitio de Pulso sobre vos, por qué, hasta cuándo y cómo pedir que lo borremos. Ley 25.326, en castellano de la calle.',
    },
    notFound: {
      title: 'No existe · Pulso',
      description: 'Esta página no existe o se fue a dormir.',
    },
  },
  home: {
    podcast: 'Una hora, un artista, sin cortes. Para cuando falta mucho para el sábado.',
    episodes: 'Charlas grabadas en la cabina, con la pista vacía y los equipos todavía tibios.',
    dates: 'Puertas a las 23:59. Llegá temprano: la primera hora es de los que saben.',
    noDates: 'Todavía no hay fecha nueva. Cuando la haya, va a estar acá antes que en ningún lado.',
    residents: 'Los de la casa. Abren, cierran y conocen cada tabla del piso.',
    agency: 'Artistas de afuera que representamos en la región. Para llevarlos a tu pista, escribinos.',
  },
  history: {
    lead: 'Primero hubo lana, después goteras, después un equipo prestado. La música llegó cuarta y se quedó.',
    chapters: [
      {
        year: 2009,
        title: 'Olor a lana',
        text: 'En el invierno de 2009 Inés Bertolotti alquiló una barraca de lanas sobre Pedro de Luján, a cuatro cuadras del Riachuelo. Era barata porque llovía adentro. La primera noche vinieron noventa personas, el sonido era prestado y la luz la tiró, con un cable de cuarenta metros, el tornero de al lado. A las seis apagamos todo y nadie se movió. Ahí entendimos qué era este lugar.',
        picture: 'history-1',
        alt: 'Interior de un galpón a oscuras; por una puerta entreabierta entra una franja de luz.',
      },
      {
        year: 2011,
        title: 'Cuatro salidas, una barra',
        text: 'Tardamos dos años en tener los papeles. Cambiamos el techo, el tablero y las puertas, en ese orden. Cuando por fin abrimos como Pulso había cuatro salidas de emergencia y una sola barra. Nos pareció la proporción correcta y nunca la cambiamos.',
        picture: 'history-2',
        alt: 'Gente en silueta frente a una puerta abierta, con luz de frente y humo bajo.',
      },
      {
        year: 2013,
        title: 'El sonido antes que todo',
        text: 'Hubo plata para una de dos cosas: un escenario o un equipo. Compramos el equipo y pusimos la cabina al ras del piso, donde sigue. El cuarto lo terminamos de afinar con lo único que sobraba en el edificio: doscientos fardos de lana contra la pared del fondo. Vino un ingeniero a medir, aplaudió una vez, escuchó y dijo que no tocáramos nada más.',
        picture: 'history-3',
        alt: 'Columna de parlantes en contraluz, con los conos a la vista.',
      },
      {
        year: 2016,
        title: 'El punto rojo',
        text: 'Una noche contamos las pantallas levantadas: ciento doce. A la semana siguiente pegamos un punto rojo sobre cada cámara, en la puerta y pidiendo por favor. Hubo quejas hasta las dos. A las cuatro, alguien que no conocíamos vino a la cabina a decir que hacía años que no bailaba sin que lo miraran. El punto quedó.',
        picture: 'history-4',
        alt: 'Manos en alto contra un haz de luz fino que cruza la pista.',
      },
      {
        year: 2020,
        title: 'La pista vacía',
        text: 'Cerramos diecinueve meses. En la barra se cocinó: doscientas cuarenta viandas por día para el barrio, con las manos del guardarropa, la boletería y los residentes. En la cabina, con la pista a oscuras, grabamos los primeros episodios. Aprendimos que un club sin gente es un galpón, y que un galpón con gente adentro ya es otra cosa, aunque no suene nada.',
        picture: 'history-5',
        alt: 'La pista vacía vista desde la cabina; un solo foco ilumina el humo.',
      },
      {
        year: 2022,
        title: 'Ciento veintiocho',
        text: 'Volvimos un viernes de marzo, con los mismos fardos y el piso recién lijado. Los primeros cuarenta minutos no pusimos música: dejamos un bombo solo, a ciento veintiocho, hasta que respiráramos todos juntos. Desde entonces, cada aniversario empieza igual. El que estuvo aquella noche cierra los ojos; el que no, aprende rápido.',
        picture: 'history-6',
        alt: 'Multitud en silueta bajo varios haces de luz que se abren en abanico.',
      },
    ],
  },
  culture: {
    lead: 'Tenemos cuatro reglas. Ninguna dice cómo vestirte, con quién venir ni a qué hora irte.',
    values: [
      {
        key: 'courtesy',
        title: 'Por favor, gracias, perdón',
        text: 'Son las tres palabras que más se usan acá adentro. Por favor, para pasar. Gracias, en la barra, en el guardarropa y en el baño, que alguien limpia a las cinco de la mañana. Perdón, si pisaste. Y si alguien te dice que no, es no: no hace falta que lo explique. Si algo te incomoda, buscá a cualquiera del equipo con la linterna roja. Te va a creer.',
      },
      {
        key: 'no-photos',
        title: 'Ni fotos ni videos',
        text: 'En la puerta te pegamos un punto rojo sobre la cámara. No es un secreto lo que hacemos: es que nadie baila igual cuando lo miran. Lo que pase acá te lo llevás en el cuerpo, que tiene mejor memoria que el teléfono. El punto sale sin dejar marca. La noche, no tanto.',
      },
      {
        key: 'no-vip',
        title: 'Sin VIP',
        text: 'No hay mesas, no hay pulsera dorada, no hay un costado mejor. La entrada cuesta lo mismo para todo el mundo y la fila es una sola, también para nuestros padres. El mejor lugar del club está a dos metros del parlante de la izquierda y es del que llega primero.',
      },
      {
        key: 'green',
        title: 'Club verde',
        text: 'El vaso se alquila, se devuelve y se lava: hace tres años que no compramos plástico. El agua de la canilla es fría y gratis. Latas, vidrio y cartón salen los lunes en el carro de la cooperativa del barrio, que cobra por ese trabajo como cualquier proveedor. Si viniste en bici, tenés dónde atarla, bajo techo y con alguien que la mira.',
      },
    ],
  },
  milestones: {
    lead: 'Una vez por año le damos la llave a otro club. Traen su gente, sus discos y sus manías. Nosotros ponemos el galpón.',
    stories: [
      {
        club: 'Sótano Ocho',
        city: 'Montevideo',
        year: 2012,
        story:
          'Fueron los primeros y cruzaron el río en el barco de las siete, con los discos en carritos de feria. A mitad de la noche se cortó la luz en toda la cuadra. Siguieron marcando el bombo con las palmas, once minutos, hasta que volvió. Nadie se fue. Desde entonces tienen llave.',
      },
      {
        club: 'Tercer Patio',
        city: 'Ciudad de México',
        year: 2014,
        story:
          'Pidieron una sola cosa: apagar todas las luces, también la de la barra. Se cobró con linterna y se bailó de memoria. A las siete abrieron el portón sin avisar y el sol entró hasta la cabina. Ese final lo seguimos copiando.',
      },
      {
        club: 'Garnhaus',
        city: 'Leipzig',
        year: 2015,
        story:
          'Ellos, una hilandería; nosotros, una barraca de lanas. Trajeron de regalo un huso de 1911 que cuelga sobre el guardarropa. Tocaron dieciséis horas entre cuatro y dejaron por escrito la receta de su agua con pepino, que se sirve desde aquel día.',
      },
      {
        club: 'Fábrica de Gelo',
        city: 'São Paulo',
        year: 2017,
        story:
          'La noche más calurosa de enero, treinta y nueve grados a las once. Llegaron con dos barras de hielo de ochenta kilos y las pusieron delante de los ventiladores. Duraron hasta las cuatro. El charco, hasta las seis, y hubo quien lo bailó descalzo.',
      },
      {
        club: 'Nami no Shita',
        city: 'Osaka',
        year: 2018,
        story:
          'Entran sesenta personas en su club y quisieron que acá entraran sesenta. Cerramos media pista con fardos, bajamos el volumen a la mitad y se escuchó hasta el roce de la púa. Fue la noche más silenciosa de nuestra historia y la que más gente dice recordar.',
      },
      {
        club: 'Stairwell Nine',
        city: 'Glasgow',
        year: 2019,
        story:
          'Despacharon por barco nueve escalones de madera, los de su propio club, desarmados y numerados. Los armamos contra la pared del fondo para que la gente descansara sin irse de la música. Cuando preguntamos cómo los mandábamos de vuelta, hicieron como que no entendían el castellano.',
      },
      {
        club: 'Kade Nul',
        city: 'Róterdam',
        year: 2023,
        story:
          'Gente de puerto, como la de este lado del Riachuelo. Vinieron con una sirena de niebla y la hicieron sonar una sola vez, a las cuatro en punto, adentro. El lunes, en la panadería, todavía nos preguntaban qué barco había entrado.',
      },
      {
        club: 'Doca Sul',
        city: 'Lisboa',
        year: 2024,
        story:
          'Llegaron sin valijas: la aerolínea las mandó a Bogotá. Tocaron con discos prestados por treinta clubbers, que fueron a buscarlos a la casa y volvieron en colectivo. Cada tema empezaba con un nombre propio: este es de Marta, este es del Colo.',
      },
    ],
  },
  news: {
    lead: 'Lo que pasó, lo que viene y lo que aprendimos barriendo.',
    empty: 'Todavía no hay novedades. O estamos bailando.',
  },
  contact: {
    lead: 'Escribinos por lo que sea: una fecha, una bici olvidada, una idea. Lo lee una persona y contesta de martes a viernes.',
    privacy:
      'Tu nombre y tu correo se usan para contestarte y para nada más: no van a ninguna lista ni los ve nadie de afuera. A los doce meses se borran solos.',
    directions:
      'En colectivo, bajate en Vieytes y Pedro de Luján. En bici, entrá por el portón verde. Si venís en auto, que maneje alguien que no toma.',
  },
  notFound: {
    text: 'Se cortó el pulso: esta dirección no lleva a ningún lado.',
    wayHome: 'Volver a la pista',
  },
  footer: {
    farewell: 'Salí despacio: el barrio duerme.',
    note: 'Pulso, club de techno. Barracas, Buenos Aires.',
  },
} as const satisfies Copy
