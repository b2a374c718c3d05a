import type { KnowledgeWords } from '../knowledge-entry.js';

/** Lo que conviene acordar, y lo que pasa después. */
export const agreementWords: Readonly<Record<string, KnowledgeWords>> = {
  'dispute-resolution': {
    questions: [
      'Resolución de disputas',
      '¿Cómo resolvemos un desacuerdo?',
      '¿Qué decimos sobre los desacuerdos?',
      'Un plan para resolver conflictos',
    ],
    answer:
      'Acuerden tres pasos: primero hablan y escuchan la grabación, después ayuda una persona de confianza o un mediador, y solo entonces un tribunal. Digan cuánto puede durar cada paso, por ejemplo dos semanas. Si viven lejos, nombren el lugar cuyos tribunales y reglas valen.',
    suggestions: [
      'Nombren a una persona de confianza para los dos.',
      'Digan cuánto tiempo intentan resolverlo solos.',
    ],
  },
  'first-steps-in-a-dispute': {
    questions: [
      'Estamos peleando por el contrato, ¿qué hago ahora?',
      'Primeros pasos cuando no estamos de acuerdo',
      'La otra persona dice que se acordó otra cosa',
      'Niega lo que dijo',
    ],
    answer:
      'Mantén la calma y escribe lo que cada quien cree que se acordó. Después abre el contrato y escucha la parte exacta: en la transcripción puedes empezar en cualquier frase. Descarga la grabación y la transcripción, guarda tus mensajes, y no cambies ni cortes ningún archivo. Si no lo pueden resolver, un mediador o un abogado puede trabajar con eso.',
    suggestions: ['Escuchen juntos la frase en cuestión.', 'Descarga ahora la grabación y la transcripción.'],
  },
  'under-pressure': {
    questions: [
      'Alguien me amenaza para que firme',
      'Me quiere chantajear con el audio de la grabación',
      '¿Me pueden obligar a aceptar?',
      'Firmé bajo presión, ¿qué hago?',
      'Me siento amenazado por la otra persona',
      'Me obligó a decir que sí',
      'Me presionó la otra parte',
      'Acepté por miedo',
      'El vendedor o el comprador me amenazó',
      'Tengo miedo del vendedor o del comprador',
      'Me va a matar o a pegar',
      'Le van a hacer daño a mi familia o a mis hijos',
    ],
    answer:
      'No aceptes ni grabes mientras alguien te amenaza o te presiona; nadie te puede obligar. Si estás en peligro, llama al número de emergencias. Un acuerdo hecho con amenazas muchas veces no vale. Guarda los mensajes, anota qué pasó y cuándo, cuéntaselo a alguien de confianza, y pregunta a la policía o a un abogado. Si te invitaron por un enlace, puedes rechazarlo; si hay dinero retenido, reporta un problema.',
    suggestions: ['Guarda todos los mensajes.', 'Cuéntaselo a alguien de confianza.'],
  },
  mediation: {
    questions: [
      '¿Qué es la mediación?',
      '¿Es mejor un mediador que un tribunal?',
      'Cláusula de arbitraje o mediación',
      'Una persona neutral que nos ayude',
    ],
    answer:
      'En la mediación una persona neutral les ayuda a encontrar su propia solución; nadie está obligado a nada. En el arbitraje decide una persona neutral, y normalmente hay que aceptarlo. Los dos suelen ser más rápidos y baratos que un tribunal, y muchas ciudades tienen mediación gratis o de bajo costo para vecinos y tratos pequeños.',
    suggestions: ['Digan que primero intentan la mediación.', 'Digan cómo se reparte el costo del mediador.'],
  },
  'small-claims': {
    questions: [
      '¿Puedo ir al tribunal de reclamos menores?',
      '¿Cómo reclamo una cantidad pequeña?',
      'Quiero reclamar ante un tribunal',
      'Ir a juicio por unos cientos de dólares',
      'Acción legal por poco dinero',
    ],
    answer:
      'Muchos lugares tienen un tribunal de reclamos menores para cantidades modestas: formularios sencillos, tarifas bajas y muchas veces sin abogado. El monto máximo y el plazo cambian, así que mira la página de tu tribunal local. Lleva la grabación, la transcripción, los mensajes y una lista corta de qué pasó qué día.',
    suggestions: ['Haz una lista de qué pasó qué día.', 'Busca el límite de tu tribunal local.'],
  },
  'governing-law': {
    questions: [
      '¿Qué ley vale para nuestro acuerdo?',
      'Vivimos en estados o países distintos',
      '¿Qué tribunal es competente?',
      'Ley aplicable y jurisdicción',
    ],
    answer:
      'Si los dos viven en el mismo lugar, normalmente valen sus reglas. Si no, digan en la grabación dónde está cada quien y qué reglas y tribunales eligen. Los consumidores y los inquilinos suelen conservar la protección de su lugar, se acuerde lo que se acuerde.',
    suggestions: ['Digan en qué ciudad y estado está cada quien.', 'Digan qué reglas eligen.'],
  },
  witnesses: {
    questions: [
      '¿Necesitamos un testigo?',
      '¿Puede confirmar el acuerdo una tercera persona?',
      'Que alguien esté presente cuando grabamos',
      '¿Hace falta un notario?',
    ],
    answer:
      'La mayoría de los acuerdos cotidianos no necesita testigos, y la grabación ya guarda lo que se dijo. Si hay alguien más, que diga su nombre, que acepta que lo graben y lo que oyó. Algunos tratos necesitan por ley un notario o un escrito, por ejemplo los de terrenos o casas.',
    suggestions: [
      'Que todas las personas presentes digan su nombre.',
      'Pregunta si tu trato necesita notario.',
    ],
  },
  lawyer: {
    questions: [
      '¿Necesito un abogado?',
      '¿Me puedes dar asesoría legal?',
      '¿Cuándo debo preguntar a un abogado?',
      'Consulta legal',
    ],
    answer:
      'Puedo explicar condiciones comunes y cómo funciona este producto, pero no puedo juzgar tu caso. Pregunta a un abogado cuando está en juego mucho dinero, una casa, un trabajo o los derechos de un niño, cuando hay un tribunal o un plazo, o cuando se firmó algo bajo presión. Muchos lugares tienen ayuda legal gratis o una primera consulta a precio fijo.',
    suggestions: [
      'Lleva la grabación y la transcripción a la primera consulta.',
      'Busca ayuda legal gratis cerca de ti.',
    ],
  },
  binding: {
    questions: [
      '¿Tiene validez legal un acuerdo hablado?',
      '¿Es válido un contrato de voz?',
      '¿Cuenta un contrato verbal?',
      '¿Vale legalmente?',
    ],
    answer:
      'Los acuerdos hablados pueden tener validez legal; depende de dónde vives y de qué acuerdas. Lo que suele importar es que los dos lo quisieron, que las condiciones son claras y que cada quien da algo. La grabación ayuda a probar lo que se dijo, que es lo difícil de los tratos hablados. Algunos tratos necesitan un escrito en cualquier caso.',
    suggestions: ['Que los dos digan “estoy de acuerdo” al final.', 'Digan qué da y qué recibe cada quien.'],
  },
  'needs-writing': {
    questions: [
      '¿Qué contratos tienen que ser por escrito?',
      '¿Cuándo no basta una grabación?',
      '¿Necesito también un papel firmado?',
      'Comprar una casa o un terreno de palabra',
      'Vender mi casa o comprar un apartamento',
      'Vender un terreno o un piso',
      'Hacer mi testamento',
      'Dejar mi casa en herencia',
      'Capitulaciones, matrimonio o divorcio',
      'Hipoteca',
      'Ser aval o fiador de las deudas o del préstamo de alguien',
      'Alquiler largo de un piso',
      'En lugar de un notario',
      'Un poder notarial',
    ],
    answer:
      'Muchos lugares piden un escrito, una firma o un notario para algunos tratos: terrenos y casas, alquileres largos, garantías por deudas ajenas, poderes, matrimonio y herencia, y en partes de Estados Unidos para bienes a partir de cierto precio. No te fíes solo de una grabación para eso. En ventas, servicios y préstamos pequeños de cada día, la gente suele acordar de palabra.',
    suggestions: ['Averigua si tu trato necesita un escrito.', 'Guarda juntos el papel y la grabación.'],
  },
  'consent-to-recording': {
    questions: [
      '¿Tienen que aceptar los dos que se grabe?',
      '¿Es legal grabar una conversación?',
      'Reglas de consentimiento de una o de dos partes',
      'Pedir permiso antes de grabar',
    ],
    answer:
      'Avisa siempre a todas las personas, y que cada quien diga primero “acepto que me graben”. En unos lugares hace falta el consentimiento de todos, en otros el de una sola persona; con un sí claro al principio corres menos riesgo en cualquier lugar. Una parte B invitada además marca una declaración antes de que se le pida el micrófono.',
    suggestions: ['Empiecen con “acepto que me graben”.', 'Avisa a todas las personas presentes que grabas.'],
  },
  'in-court': {
    questions: [
      '¿Puedo usar la grabación en un juicio?',
      '¿Se acepta el audio como prueba?',
      'Prueba para un juez',
      '¿Cómo pruebo lo que se acordó?',
    ],
    answer:
      'Los tribunales suelen aceptar grabaciones que todos consintieron, pero decide el juez. Ayuda que la grabación original se guarda sin cambios con su hora y su huella, que un registro muestra quién hizo qué y cuándo, y que las dos voces dicen su nombre. Descarga el paquete de evidencia, que trae el original, antes de que termine el acceso y nunca edites sus archivos.',
    suggestions: [
      'El audio original está en el paquete de evidencia; descárgalo.',
      'Di la fecha al principio de la grabación.',
    ],
  },
  signature: {
    questions: [
      '¿Vale la voz como una firma?',
      '¿Hay que firmar algo?',
      'Firma electrónica y consentimiento grabado',
      'No se firmó ningún papel',
    ],
    answer:
      'Muchos tratos cotidianos no necesitan firma; un “estoy de acuerdo” claro con tu nombre muestra que lo querías. En muchos lugares los registros y sonidos electrónicos también pueden contar como firma, con excepciones. Donde la ley pide una firma en papel, una voz no la reemplaza.',
    suggestions: [
      'Que cada quien diga “yo, con mi nombre completo, estoy de acuerdo”.',
      'Firmen también un papel donde la ley lo pide.',
    ],
  },
  'liability-clauses': {
    questions: [
      'Cláusulas de responsabilidad',
      '¿Quién responde si algo sale mal?',
      '¿Qué decimos sobre la responsabilidad?',
      '¿Quién paga los daños?',
    ],
    answer:
      'Nombren las dos o tres cosas que de verdad podrían salir mal en {deal}, y digan en cada una quién paga: por ejemplo daños en el transporte, herramientas rotas o una cita perdida. Bastan palabras sencillas: “Si lo rompo mientras trabajo, lo repongo.” Algunas responsabilidades, sobre todo por lesiones y por lo que se hace a propósito, normalmente no se pueden quitar por acuerdo.',
    suggestions: ['Digan quién paga si algo se daña.', 'Digan qué cubre un seguro.'],
  },
  'damage-before-handover': {
    questions: [
      '¿Y si el artículo se daña antes de entregarlo?',
      '¿Quién corre el riesgo durante la entrega?',
      'Se rompió en el transporte',
      '¿Quién paga si se pierde en el camino?',
    ],
    answer:
      'Acuerden en qué momento pasa el riesgo; lo más sencillo es cuando quien compra tiene el artículo en la mano. Hasta entonces quien todavía lo tiene lo cuida y carga con la pérdida; después, la otra persona. Si se envía, digan quién elige el transporte y quién paga el seguro. Una foto en la entrega ayuda a los dos.',
    suggestions: ['Digan que el riesgo pasa con la entrega.', 'Tomen una foto del estado en la entrega.'],
  },
  'as-is-sale': {
    questions: [
      '¿Qué significa vendido como está?',
      '¿Tengo que dar garantía de algo usado?',
      'Vender sin garantía',
      'Defectos ocultos después de una venta entre particulares',
    ],
    answer:
      '“Como está” significa que quien compra toma el artículo en su estado actual. Nombra los defectos que conoces, y que quien compra diga que lo vio o lo probó. Rara vez protege a quien oculta un defecto o promete algo falso, y los vendedores profesionales suelen tener que dar garantía en cualquier caso.',
    suggestions: ['Nombra todos los defectos que conoces.', 'Que quien compra diga que lo probó.'],
  },
  injury: {
    questions: [
      '¿Y si alguien se lastima trabajando?',
      'Accidente en mi casa durante el trabajo',
      '¿Necesitamos un seguro?',
      '¿Quién paga si se lesiona la persona que limpia o cuida?',
    ],
    answer:
      'Hablen del seguro antes de que empiece el trabajo: quién tiene qué cobertura, y si incluye accidentes en casa o en el trabajo. Digan quién trae herramientas seguras y quién avisa de peligros, como un escalón suelto o un perro. La responsabilidad por lesiones la fija sobre todo la ley y rara vez se puede excluir.',
    suggestions: ['Digan quién tiene seguro de accidentes.', 'Digan quién avisa de los peligros conocidos.'],
  },
  'liability-limit': {
    questions: [
      '¿Podemos limitar cuánto hay que pagar por daños?',
      'Tope de responsabilidad',
      'Compensación máxima si algo sale mal',
      '¿Se puede poner un límite a los daños?',
    ],
    answer:
      'Muchas veces pueden acordar un límite, por ejemplo el precio del trabajo. Digan el monto y a qué se aplica, y que los dos lo repitan. Esos límites normalmente no valen para lesiones, para lo que se hace a propósito, ni contra las reglas que protegen a los consumidores.',
    suggestions: ['Digan el monto máximo que se paga por daños.', 'Digan qué no cubre el límite.'],
  },
  'unforeseen-events': {
    questions: [
      '¿Y si llueve o alguien se enferma?',
      'Fuerza mayor en un acuerdo sencillo',
      'Cosas que nadie controla, como una enfermedad o una tormenta',
      'Cambiar la fecha por una emergencia',
    ],
    answer:
      'Digan qué hacen cuando nadie tiene la culpa: mal tiempo, enfermedad, un carro descompuesto. Casi todos acuerdan avisarse enseguida y mover la fecha, y cancelar solo si en unos días no hay otra. Digan también qué pasa con el dinero que ya se pagó.',
    suggestions: ['Digan cómo se avisan, y hasta cuándo.', 'Digan qué pasa con el dinero que ya se pagó.'],
  },
  ownership: {
    questions: [
      '¿Cuándo pasa la propiedad a quien compra?',
      '¿Es mío después de pagarlo?',
      '¿De quién es hasta el último pago?',
      'Entrega del título y los papeles',
    ],
    answer:
      'Digan cuándo cambia de dueño el artículo: en la entrega, o solo cuando todo esté pagado. Si tiene papeles, como el título de un vehículo, una llave o una clave, digan también cuándo se entregan. Quien vende debería decir además que es suyo y que puede venderlo.',
    suggestions: ['Que quien vende diga que es suyo.', 'Digan cuándo se entregan papeles y llaves.'],
  },
  'party-names': {
    questions: [
      '¿Cómo se presentan las partes?',
      '¿Tenemos que decir los nombres completos?',
      '¿Quiénes son la parte A y la parte B?',
      'Nombrar a las personas del acuerdo',
    ],
    answer:
      'Cada quien dice su nombre completo y qué es en el trato, por ejemplo “soy {partyA}, quien vende” y “soy {partyB}, quien compra”. La parte A es quien hace y paga el contrato, la parte B es la otra persona. Usen los nombres de sus identificaciones, porque los apodos son difíciles de probar después.',
    suggestions: ['Empiecen con “soy …, y acepto que me graben”.', 'Digan quién compra y quién vende.'],
  },
  minors: {
    questions: [
      '¿Puede hacer un acuerdo alguien menor de 18?',
      'Mi niñera es adolescente',
      '¿Es válido un contrato con un menor?',
      '¿Tienen que aceptar los padres?',
      '¿Cuál es la edad mínima?',
      '¿A partir de qué edad se puede usar?',
    ],
    answer:
      'Las personas jóvenes muchas veces solo pueden hacer por sí mismas tratos pequeños de cada día; para más, tiene que aceptar un padre, una madre o un tutor. Que el padre o la madre diga en la grabación su nombre y su consentimiento, también a que se grabe. La edad y los límites los fija la ley.',
    suggestions: ['Que un padre o una madre diga que acepta.', 'Digan la edad de la persona joven.'],
  },
  'on-behalf-of-a-company': {
    questions: [
      '¿Puedo acordar en nombre de una empresa?',
      'Una parte es un negocio',
      'Actuar por otra persona o como representante',
      '¿Puede aceptar un empleado?',
    ],
    answer:
      'Sí, si tienes permiso. Di el nombre completo de la empresa, tu nombre y tu cargo: “Soy {partyA}, hablo por la empresa como su dueño.” Si no eres el dueño, di quién te dio la autorización; la otra parte puede pedirla por escrito.',
    suggestions: ['Di el nombre completo de la empresa y tu cargo.', 'Di quién te autorizó.'],
  },
  'more-than-two': {
    questions: [
      '¿Pueden participar más de dos personas?',
      'Somos tres',
      'Agregar a una tercera parte, como una compañera o un socio',
      'Acuerdo de grupo con varias personas',
    ],
    answer:
      'Un contrato aquí tiene dos partes, A y B. Otras personas pueden hablar en la grabación: que cada una diga su nombre, su parte y “estoy de acuerdo”. Si tres personas se deben algo entre sí, es más claro hacer un contrato por cada par. La transcripción distingue dos voces; con más, puede equivocarse en quién dijo qué.',
    suggestions: [
      'Que todos digan su nombre y “estoy de acuerdo”.',
      'Hagan un contrato por cada par de personas.',
    ],
  },
  identity: {
    questions: [
      '¿Cómo sé que la otra persona es quien dice ser?',
      '¿Debemos revisar las identificaciones?',
      'Verificar la identidad de un desconocido',
      '¿Podría ser un nombre falso?',
    ],
    answer:
      'El producto no revisa identificaciones. Muéstrense sus identificaciones antes de grabar, y digan en la grabación que lo hicieron; no lean ni fotografíen el número. A una parte B invitada se le escribe al correo que diste, y declara ser la persona nombrada. Con desconocidos, queden en un lugar seguro y usen la protección del pago.',
    suggestions: ['Digan que vieron las identificaciones.', 'Usen la protección del pago con desconocidos.'],
  },
  'refuses-recording': {
    questions: [
      '¿Y si la otra persona no quiere que la graben?',
      'Se niega a hablar al micrófono',
      'Alguien dice que no a la grabación',
      'No acepta la grabación',
    ],
    answer:
      'Entonces no grabes. Grabar a alguien en secreto es delito en muchos lugares, y una grabación así puede no valer nada. Ofrece una nota escrita que los dos firmen, o que escuche primero y responda por el enlace cuando quiera. Una negativa también puede ser una buena razón para pensar el trato otra vez.',
    suggestions: [
      'Empiecen los dos diciendo que aceptan que se grabe.',
      'Ofrece el enlace, para que pueda escuchar primero.',
    ],
  },
  'payment-terms': {
    questions: [
      'Condiciones de pago',
      '¿Qué acordamos sobre el pago?',
      '¿Cómo decimos el precio y cuándo se paga?',
      '¿Qué datos del pago van en el acuerdo?',
    ],
    answer:
      'Digan cuatro cosas sobre el dinero en {deal}: el monto completo con su moneda, quién le paga a quién, en qué fecha y cómo se paga. Si se paga en partes, den a cada parte su monto y su fecha. Que los dos repitan el monto con sus palabras, para que nadie haya oído mal.',
    suggestions: ['Digan el monto completo y la fecha de pago.', 'Digan qué pasa si el pago se atrasa.'],
  },
  deposit: {
    questions: [
      '¿Pido un anticipo?',
      '¿Cómo funciona un enganche?',
      '¿Se devuelve el depósito si el trato no se hace?',
      'Pago adelantado antes de empezar el trabajo',
    ],
    answer:
      'Un anticipo muestra que alguien va en serio, y cubre gastos anteriores al trabajo o a la entrega. Digan cuánto es, que cuenta para el precio, y en qué casos se devuelve y en cuáles se lo queda quien lo recibió. Sin esa última frase la gente suele discutir después.',
    suggestions: [
      'Digan si el anticipo se devuelve si el trato se cancela.',
      'Digan que el anticipo cuenta para el precio.',
    ],
  },
  instalments: {
    questions: [
      '¿Se puede pagar a plazos?',
      '¿Cómo grabamos un plan de pagos mensuales?',
      'Pagar poco a poco cada mes en cuotas',
      'Dividir el precio en varios pagos',
    ],
    answer:
      'Sí, si los dos lo dicen. Nombren cuántos pagos son, el monto de cada uno, el día de cada uno y el total. Digan también qué pasa si falta uno: unos días de paciencia, un recargo, o que venza todo el resto.',
    suggestions: ['Digan cada pago con su fecha, y el total.', 'Digan qué pasa si falta un pago.'],
  },
  'late-payment': {
    questions: [
      '¿Qué pasa si el pago se atrasa?',
      '¿Podemos poner un recargo o intereses?',
      '¿Y si paga después de la fecha?',
      'Multa por pago atrasado',
    ],
    answer:
      'Acuérdenlo antes de que pase. Lo común son unos días de paciencia, y después un recargo fijo o el derecho a parar el trabajo hasta que se pague. Que sea pequeño y claro, porque muchos lugares limitan los recargos y los intereses. Si no dicen nada, tendrán que acordarlo cuando pase, que es más difícil.',
    suggestions: [
      'Digan cuántos días de paciencia hay.',
      'Digan si el trabajo se detiene mientras un pago se atrasa.',
    ],
  },
  'means-of-payment': {
    questions: [
      '¿Es mejor pagar en efectivo o por transferencia?',
      '¿Cómo le paga quien compra a quien vende?',
      '¿Es un problema pagar en efectivo?',
      '¿Qué forma de pagarnos es más segura?',
    ],
    answer:
      'Sirve cualquier forma si los dos dicen cuál es. Una transferencia deja rastro por sí sola; con efectivo, digan en la grabación que se entregó y se contó, o escriban un recibo corto. Si no se conocen bien, la protección del pago retiene el dinero hasta la entrega.',
    suggestions: [
      'Con efectivo, digan que se contó y se recibió.',
      'Miren la protección del pago si no se conocen.',
    ],
  },
  'non-payment': {
    questions: [
      '¿Qué hago si la otra persona no paga?',
      'Se niega a pagarme lo que acordamos',
      'Nunca recibí mi dinero',
      'El comprador no quiere pagar',
    ],
    answer:
      'Empieza con un recordatorio amable por escrito que nombre el monto y una nueva fecha, y señala el lugar de la grabación donde se acordó. Si no pasa nada, envía otro que diga qué harás después, por ejemplo parar el trabajo o ir a un mediador o a un tribunal de reclamos menores. Guarda la grabación, la transcripción y cada mensaje. Con la protección del pago el dinero ya está ahí antes de que entregues.',
    suggestions: [
      'Descarga la grabación y la transcripción mientras tengas acceso.',
      'Escribe una nueva fecha de pago.',
    ],
  },
  'money-back': {
    questions: [
      '¿Cuándo le devuelve el dinero quien vende a quien compra?',
      '¿Se puede devolver el artículo?',
      '¿Cómo acordamos las devoluciones?',
      'Devoluciones entre particulares',
    ],
    answer:
      'Entre particulares muchas veces solo se puede devolver si lo acuerdan. Digan durante cuántos días se puede devolver el artículo, en qué estado, y si se devuelve todo el dinero. Si no hay devoluciones, díganlo también con claridad, y den tiempo para revisarlo antes.',
    suggestions: ['Digan cuántos días hay para devolverlo.', 'Digan quién paga el costo de devolverlo.'],
  },
  loan: {
    questions: [
      '¿Cómo grabo un préstamo entre particulares?',
      'Le presto dinero a un amigo',
      '¿Qué decimos cuando alguien me pide dinero prestado?',
      'Préstamo entre familiares',
    ],
    answer:
      'En un préstamo digan cuánto se presta, qué día se entrega y que hay que devolverlo. Después digan cuándo y en qué montos se devuelve, y si hay intereses; si no hay, díganlo. Quien recibe debería repetirlo: “Recibo prestado este monto y lo devuelvo a más tardar en esta fecha.” Las reglas sobre intereses y préstamos grandes cambian según el lugar.',
    suggestions: ['Que quien recibe repita el monto y las fechas.', 'Digan si hay intereses.'],
  },
  'extra-costs': {
    questions: [
      '¿Quién paga los gastos extra?',
      '¿Quién cubre materiales, gasolina y gastos?',
      'Gastos inesperados durante el trabajo',
      '¿El precio incluye impuestos y tarifas?',
    ],
    answer:
      'Digan qué incluye el precio: material, viajes, estacionamiento, herramientas, impuestos y tarifas. Para lo demás, digan quién lo paga y que se pregunta antes, por ejemplo a partir de cierto monto. Un precio “con todo incluido” es lo más sencillo si lo pueden calcular.',
    suggestions: ['Digan qué incluye el precio.', 'Digan a partir de qué monto se preguntan antes.'],
  },
  'termination-conditions': {
    questions: [
      'Condiciones para terminar',
      '¿Cómo se puede terminar el acuerdo?',
      '¿Cuándo puede alguien dejar el contrato?',
      'Maneras de dejar el trato antes de tiempo',
    ],
    answer:
      'Digan quién puede terminar {deal}, con cuánto aviso, y qué se debe entonces. Una forma sencilla: “Cualquiera puede parar con una semana de aviso; lo hecho hasta entonces se paga.” Digan también si razones serias, como un pago que falta, permiten parar enseguida.',
    suggestions: ['Digan cuántos días de aviso hay.', 'Digan qué se paga por el trabajo ya hecho.'],
  },
  'notice-period': {
    questions: [
      '¿Con cuánto aviso?',
      '¿Qué plazo de aviso es normal?',
      '¿Con cuántos días de anticipación aviso que paro?',
      'Dejar un servicio semanal con aviso',
    ],
    answer:
      'Elijan un aviso con el que la otra persona pueda encontrar reemplazo: una o dos semanas para limpieza, jardín o cuidado de niños, un día o dos para citas sueltas, un mes para aquello de lo que alguien vive. Digan cómo se avisa, por ejemplo por mensaje de texto, y que cuenta desde el día en que se lee. Algunos trabajos y alquileres tienen un plazo fijado por la ley.',
    suggestions: [
      'Digan cómo se avisa: por mensaje, correo o en persona.',
      'Digan desde qué día cuenta el aviso.',
    ],
  },
  'change-of-mind': {
    questions: [
      '¿Puedo cambiar de opinión después de aceptar?',
      '¿Hay un plazo para arrepentirse?',
      'Me arrepiento del trato y quiero retirarme',
      'Echarse atrás al día siguiente',
    ],
    answer:
      'Un derecho general a cambiar de opinión existe menos de lo que la gente cree; casi siempre es para compras a empresas. Si lo quieren, acuérdenlo: “Cualquiera puede cancelarlo en dos días, y todo el dinero vuelve.” En este producto, la parte B puede rechazar en lugar de aceptar, y la parte A puede cancelar mientras el contrato no esté pagado o no tenga respuesta.',
    suggestions: [
      'Digan hasta cuándo puede cancelarlo cada quien.',
      'Digan si en ese caso vuelve el dinero.',
    ],
  },
  breach: {
    questions: [
      '¿Y si la otra persona no cumple el acuerdo?',
      '¿Qué pasa si se incumple el contrato?',
      'No hizo lo que prometió',
      'La otra parte no respeta el trato',
    ],
    answer:
      'Primero di por escrito qué se acordó, qué falta y para cuándo lo esperas. Da una última fecha justa. Si ese plazo se vence, según el caso, la gente retiene su propia parte, termina el acuerdo o pide el dinero de vuelta. La grabación muestra lo que se prometió, así que escuchen juntos la parte exacta antes de pelear.',
    suggestions: ['Escribe qué falta y pon una última fecha.', 'Escuchen juntos esa parte de la grabación.'],
  },
  duration: {
    questions: [
      '¿Cuánto debe durar el acuerdo?',
      '¿Necesitamos una fecha final?',
      'Comienzo y fin del contrato',
      '¿Y si no pusimos un plazo?',
    ],
    answer:
      'Para un solo trato, digan el día en que todo está hecho. Para algo que se repite, digan cuándo empieza, cada cuánto pasa, y cuándo termina o que sigue hasta que alguien pare. Digan fechas completas con día, mes y año en lugar de “la próxima semana”.',
    suggestions: [
      'Digan la fecha completa de comienzo y de fin.',
      'Digan para cuándo tiene que estar todo hecho.',
    ],
  },
  amendment: {
    questions: [
      '¿Cómo cambiamos las condiciones después?',
      '¿Se puede modificar un acuerdo grabado?',
      'Después acordamos otro precio',
      'Cambiar el contrato después de grabar',
    ],
    answer:
      'Una grabación terminada nunca se cambia; por eso se puede confiar en ella. Graben un acuerdo nuevo y corto que diga cuál anterior cambia, qué es distinto ahora, y que lo demás sigue igual. Digan el número del acuerdo anterior, para que se puedan leer juntos.',
    suggestions: ['Digan el número del acuerdo anterior.', 'Digan que lo demás sigue como estaba.'],
  },
  renewal: {
    questions: [
      '¿Se renueva solo el acuerdo?',
      '¿Cómo alargamos el acuerdo?',
      'Seguir otra temporada',
      'Cláusula de renovación automática',
    ],
    answer:
      'Solo sigue si lo dicen. O nombran un final y hablan antes de que llegue, o dicen que sigue mes a mes hasta que alguien pare. Para una temporada nueva con otro precio, una grabación nueva de un minuto es más clara que una cláusula de renovación.',
    suggestions: [
      'Digan si sigue después de la fecha final.',
      'Digan si el precio puede cambiar para la próxima temporada.',
    ],
  },
  'what-to-include': {
    questions: [
      '¿Qué debe tener el acuerdo?',
      '¿Qué condiciones son las más importantes?',
      'Lista para un buen contrato',
      '¿Qué no hay que olvidar?',
    ],
    answer:
      'Quién, qué, cuánto, cuándo, y qué pasa si algo sale mal. Es decir: los dos nombres completos, qué se da o se hace exactamente, el monto y cómo se paga, las fechas, y qué hace cada quien si hay un problema. Terminen los dos diciendo “estoy de acuerdo”. Normalmente basta un minuto.',
    suggestions: [
      'Digan quién, qué, cuánto, cuándo y qué pasa si algo sale mal.',
      'Terminen los dos con “estoy de acuerdo”.',
    ],
  },
  delivery: {
    questions: [
      '¿Qué decimos sobre la entrega?',
      '¿Cuándo y dónde se entrega?',
      'Fecha y lugar para recogerlo',
      'Condiciones de envío y entrega',
    ],
    answer:
      'Digan el día, la hora y el lugar de la entrega, quién la lleva o la recoge, y quién paga el transporte. Agreguen qué tiene que ir con ella: llaves, papeles, cables, accesorios. Si alguien llega tarde, digan cuánto espera la otra persona.',
    suggestions: ['Digan el día y el lugar de la entrega.', 'Hagan una lista de todo lo que va incluido.'],
  },
  'scope-of-work': {
    questions: [
      '¿Cómo describimos el trabajo?',
      '¿Cuándo se considera terminado o bien hecho?',
      'Alcance y calidad de un servicio',
      'Hizo un mal trabajo y dice que está listo',
    ],
    answer:
      'Describan el resultado de modo que un extraño lo pudiera comprobar: qué cuartos, cuántas horas, qué material, hasta cuándo. Digan qué no está incluido. Acuerden que lo miran juntos al final, y que quien lo hizo puede arreglar los defectos en unos días.',
    suggestions: ['Digan qué no está incluido.', 'Digan que miran juntos el resultado.'],
  },
  'vague-words': {
    questions: [
      '¿Cómo evito malentendidos?',
      '¿Está claro lo que dijimos?',
      'Palabras vagas como pronto o un precio justo',
      'Decirlo con precisión',
    ],
    answer:
      'Cambien cada palabra vaga por un número, una fecha o un nombre. No “pronto” sino “a más tardar el viernes 6 de marzo”; no “un precio justo” sino el monto; no “lo de siempre” sino qué es. Después, que la otra persona lo repita con sus palabras. Lo que alguien repite, lo entendió.',
    suggestions: ['Cambien “pronto” por una fecha.', 'Que la otra persona lo repita.'],
  },
  'car-sale': {
    questions: [
      '¿Qué digo cuando vendo un carro?',
      'Comprar un auto usado a un particular',
      'Venta de un coche, una moto o una bicicleta',
      'Kilometraje y título del vehículo',
    ],
    answer:
      'De un vehículo digan marca, modelo, año, las últimas cifras de su número, el millaje y cada defecto conocido. Después el precio, cómo se paga, cuándo se entregan carro, llaves y papeles, y que quien compra lo manejó. El registro del vehículo se hace en la oficina local y tiene sus propios formularios.',
    suggestions: [
      'Digan el millaje y todos los defectos conocidos.',
      'Digan cuándo se entregan papeles y llaves.',
    ],
  },
  'second-hand-sale': {
    questions: [
      '¿Qué digo al vender una consola, un celular o muebles?',
      'Vender electrónicos de segunda mano',
      'Vender cosas usadas a un desconocido por internet',
      'Algo de una venta de garaje',
    ],
    answer:
      'Nombren el artículo de modo que no se confunda: marca, modelo, color, qué incluye. Digan su estado y sus defectos, el precio, si se puede devolver y cuándo se entrega. En electrónicos digan además que está desbloqueado y borrado. Una foto ayuda.',
    suggestions: ['Digan el estado y qué incluye.', 'Digan si se puede devolver.'],
  },
  'home-service': {
    questions: [
      'Acuerdo de limpieza de casa o corte de césped',
      '¿Qué acuerdo con quien cuida a mis hijos?',
      'Servicio que se repite cada semana',
      'Contratar a alguien para el jardín o los niños',
    ],
    answer:
      'Digan qué trabajo, qué días y horas, por cuánto, y quién trae herramientas y productos. Agreguen qué pasa si alguien se enferma o llueve, cómo se cancela una visita y quién tiene la llave. Con niños, digan las reglas que te importan y a quién llamar. Un trabajo regular puede ser empleo según la ley, con impuestos y seguro.',
    suggestions: ['Digan los días, las horas y el pago.', 'Digan cómo se cancela una visita.'],
  },
  rental: {
    questions: [
      'Alquilar un cuarto o una cosa',
      'Acuerdo de subarriendo o entre compañeros de casa',
      'Prestar mis herramientas o mi carro por dinero',
      'Depósito de garantía de un alquiler',
    ],
    answer:
      'Digan qué se alquila, desde cuándo y hasta cuándo, la renta, el depósito y el estado al principio; tomen fotos. Digan quién paga daños y lo que se gasta, y cuándo se devuelve el depósito. Alquilar viviendas tiene reglas estrictas casi en todas partes y muchas veces pide un escrito.',
    suggestions: ['Fotografíen el estado al principio.', 'Digan cuándo se devuelve el depósito.'],
  },
  confidentiality: {
    questions: [
      '¿Podemos acordar que algo quede en privado?',
      'Confidencialidad, guardar un secreto',
      'La otra persona no debe contárselo a nadie',
      'Proteger información privada que compartimos',
    ],
    answer:
      'Sí: digan qué debe quedar entre ustedes, por cuánto tiempo, y a quién se le puede contar, como una pareja, un asesor de impuestos o un tribunal. Recuerden que la grabación y la transcripción contienen lo que dicen, así que describan el secreto sin revelarlo. Los secretos serios merecen un acuerdo por escrito.',
    suggestions: [
      'Digan qué queda en privado, y por cuánto tiempo.',
      'No digan contraseñas ni números de cuenta en voz alta.',
    ],
  },
};
