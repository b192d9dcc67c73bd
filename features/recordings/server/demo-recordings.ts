/** Podcasts and episodes of the demo club, newest first. */

interface DemoRecording {
  readonly flyer: string
  readonly intro: string
  readonly url: string
  readonly title?: string
  readonly artist?: string
  readonly transcript?: string
  readonly alt: { readonly flyer: string | null }
}

export const demoRecordings = {
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
  ] satisfies readonly DemoRecording[],

  episode: [
    {
      flyer: 'episode-12.webp',
      title: 'El oído de Rita',
      intro:
        'Rita Monzón calibra el sonido del club desde 2013 y nunca usó protectores: se los fabrica. Explica por qué doscientos fardos de lana valen más que un ecualizador, qué es una onda estacionaria y dónde te tenés que parar para no comértela.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-12',
      transcript: [
        '<p><em>Se oye un golpe seco y después nada: alguien cerró el portón.</em></p>',
        '<p><strong>Pulso:</strong> Eso fue el portón.</p>',
        '<p><strong>Rita Monzón:</strong> Eso fueron cuarenta y un hercios. El portón es lo que lo hizo.</p>',
        '<p><strong>Pulso:</strong> ¿Lo sabés sin medirlo?</p>',
        '<p><strong>Rita:</strong> Lo cierro todas las noches desde 2013. Si un día suena distinto, alguien movió los fardos.</p>',
        '<h2>Los fardos</h2>',
        '<p><strong>Pulso:</strong> Hay doscientos fardos de lana detrás de la pared. ¿Por qué no un ecualizador?</p>',
        '<p><strong>Rita:</strong> Porque el ecualizador le saca la nota a la música, y el problema no es de la música. El galpón la repite. Vos tocás un bajo corto y el galpón lo deja sonando. La lana se come lo que sobra y lo demás queda como lo mandaron. Y además no se cuelga ni pide actualizarse.</p>',
        '<p><strong>Pulso:</strong> Una onda estacionaria, para quien nunca vio una.</p>',
        '<p><strong>Rita:</strong> Agarrá una soga, atala a la pared y movela. Hay un ritmo en el que la soga se queda quieta en unos lugares y salta en otros. Con el bajo es igual: hay lugares de la sala donde no llega y lugares donde llega dos veces. La gente cree que el sonido está bajo. No está bajo: está parada en el nudo.</p>',
        '<p><strong>Pulso:</strong> ¿Y dónde hay que pararse?</p>',
        '<p><strong>Rita:</strong> A tres pasos de la columna, del lado de la barra. No lo pongas en la página.</p>',
        '<p><em>Risas.</em></p>',
        '<h2>Los protectores</h2>',
        '<p><strong>Pulso:</strong> Dicen que nunca usaste protectores.</p>',
        '<p><strong>Rita:</strong> Nunca usé los de la caja. Me los fabrico: silicona, el molde de mi oreja y un caño de bronce que me torneó Beto. Bajan parejo. Los otros tapan lo agudo y te quedás escuchando una pared.</p>',
        '<p><strong>Pulso:</strong> Hay gente que viene y no oye nada. ¿Qué se lleva?</p>',
        '<p><strong>Rita:</strong> El piso. Lo dejé suelto a propósito, sobre tacos de corcho. El que no oye se saca las zapatillas y sabe por qué tema vamos. Tenemos un pibe que viene todos los meses, sordo de nacimiento, y el que se da cuenta primero de que se quemó un parlante es él.</p>',
        '<p><em>Vuelve a sonar el portón, más lejos.</em></p>',
        '<p><strong>Rita:</strong> Cuarenta y uno. Podemos abrir.</p>',
      ].join(''),
      alt: {
        flyer:
          'Tapa del episodio 12, El oído de Rita: una oreja dibujada con líneas paralelas, como un surco.',
      },
    },
    {
      flyer: 'episode-11.webp',
      title: 'El cable de Beto',
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
      title: 'Guardarropa',
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
      title: 'Cómo se cierra una noche',
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
      title: 'Sesenta días',
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
      title: 'El negro es caro',
      intro:
        'Una sola lámpara, movida a mano, durante nueve horas. Así trabaja Gringa Leiva, que ilumina la pista desde 2016 sin tocar una computadora. Habla del negro como de un color caro y del humo como de un pariente.',
      url: 'https://www.youtube.com/watch?v=pulso-ep-07',
      alt: {
        flyer: 'Tapa del episodio 07, El negro es caro: una sola lámpara abre un haz amarillo en el negro.',
      },
    },
  ] satisfies readonly DemoRecording[],
}
