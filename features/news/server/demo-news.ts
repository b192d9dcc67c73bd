/** News of the demo club, newest first. */

interface DemoNews {
  /** Whole days between the first start of the server and the date of the item. Negative for the past. */
  readonly daysFromNow: number
  readonly newsTitle: string
  readonly draft?: true
  /** Whole days between the first start of the server and the day from which visitors see the item. */
  readonly publishedInDays?: number
  readonly photo: string
  readonly newsDescription: string
  readonly newsBody: string
  readonly alt: { readonly photo: string | null }
}

export const demoNews = {
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
<p>Las entradas están en <a href="https://www.passline.com/eventos/pulso-apagon">la página de siempre</a> y, si queda lugar, en la puerta. Por qué hacemos las cosas así lo contamos en <a href="/culture">Cultura</a>.</p>`,
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
  ] satisfies readonly DemoNews[],
}
