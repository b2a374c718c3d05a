import type { KnowledgeWords } from '../knowledge-entry.js';
import { facts } from '../product-facts.js';

/** Cómo funciona el producto. */
export const productWords: Readonly<Record<string, KnowledgeWords>> = {
  price: {
    questions: [
      '¿Hay que pagar más de los 5 dólares?',
      '¿Cuánto cuesta un contrato?',
      '¿Cuál es el precio del servicio?',
      '¿Son cinco dólares?',
      '¿Es caro un contrato de voz?',
    ],
    answer: `Un contrato cuesta ${facts.contractPrice}, una sola vez. Grabar y escuchar una muestra es gratis, y solo pagas para desbloquearlo. Dos cosas cuestan aparte si las quieres: una transcripción escrita por una persona, ${facts.humanTranscriptPrice}, y la protección del pago, ${facts.escrowFee} de lo que se libera a quien vende.`,
    suggestions: ['Graba primero; solo pagas para desbloquearlo.', 'Mira la suscripción si grabas a menudo.'],
  },
  'free-preview': {
    questions: [
      '¿Qué puedo hacer gratis?',
      '¿Puedo probarlo sin pagar?',
      '¿Cuánto dura la muestra?',
      'Escuchar la grabación antes de pagar',
    ],
    answer:
      'Puedes grabar y volver a grabar, todo sin cuenta. Paso a paso, escuchas toda la grabación en la revisión; en la página con todo en un formulario, y cuando está guardada, se pueden escuchar 5 segundos hasta que se paga. La grabación completa, la transcripción y las descargas llegan con el pago.',
    suggestions: ['Escúchala una vez antes de seguir.', 'Anota el número del acuerdo.'],
  },
  included: {
    questions: [
      '¿Qué recibo por mi dinero?',
      '¿Qué incluye el precio del contrato?',
      '¿Qué se desbloquea después de pagar?',
      'Lo que trae un contrato pagado',
    ],
    answer: `Durante ${facts.paidDays} días tienes la grabación completa, su transcripción con tiempos y voces, la descarga del audio original, una foto, un recibo digital y el registro de todo lo que pasó. La parte B puede participar por un enlace sin costo, y puedes agregar la protección del pago. Ambos reciben la transcripción por correo.`,
    suggestions: ['Descarga el audio mientras tengas acceso.', 'Mira el registro en la página del contrato.'],
  },
  storage: {
    questions: [
      '¿Cuántos días puedo abrir el contrato?',
      '¿Cuánto tiempo se guarda mi grabación?',
      '¿Cuándo se borra mi contrato?',
      '¿Cuántos días tengo acceso?',
      '¿La guardan para siempre?',
    ],
    answer: `Un contrato pagado queda abierto ${facts.paidDays} días desde el pago, y un año si lo cubrió una suscripción. Te avisamos por correo 7 días y 1 día antes. Después se borran la grabación, la foto y la transcripción; el registro con las huellas queda. Mientras hay dinero retenido o un problema abierto, no se borra nada.`,
    suggestions: [
      'Descarga el audio y la transcripción antes del final.',
      'Guarda los archivos en dos lugares.',
    ],
  },
  'unpaid-expiry': {
    questions: [
      '¿Qué pasa si no pago la grabación?',
      '¿Vence una grabación sin pagar?',
      '¿Puedo pagar más tarde?',
      '¿Cuánto tiempo guardan un contrato sin pagar?',
    ],
    answer: `Puedes pagar durante ${facts.unpaidDays} días. Te lo recordamos los días 23 y 29; el día 30 una grabación sin pagar se borra y el contrato se cancela. Hasta entonces está a salvo en nuestro servidor, y Reenviar en tu panel te manda por correo el enlace para terminar.`,
    suggestions: ['Usa el enlace del correo para terminar.', 'Crea una cuenta para encontrarla de nuevo.'],
  },
  subscription: {
    questions: [
      '¿Hay una suscripción mensual?',
      '¿Cuánto cuesta el plan ilimitado al mes?',
      'Hago muchos contratos, ¿hay tarifa plana?',
      '¿Qué incluye la suscripción?',
    ],
    answer: `Sí: ${facts.subscriptionPrice} al mes cubren acuerdos estándar ilimitados de hasta {longest} cada uno, con un año de almacenamiento y soporte prioritario. Conviene a partir de ${facts.breakEven} contratos al mes. Los contratos con el plan Pro no están cubiertos.`,
    suggestions: ['Compárala con cuántos contratos haces al mes.', 'Puedes cancelar cuando quieras.'],
  },
  'cancel-subscription': {
    questions: [
      '¿Cómo cancelo mi suscripción?',
      'Dejar de pagar cada mes',
      '¿Qué pasa con mis contratos cuando termina la suscripción?',
      'Darme de baja de la suscripción',
      '¿Me devuelven algo si cancelo la suscripción?',
      'Reembolso al cancelar la suscripción',
    ],
    answer:
      'Abre la página de la suscripción desde tu cuenta y elige Cancelar la suscripción. Sigue hasta el final del mes que pagaste, no se cobra nada más, y hasta entonces puedes reanudarla. El mes que ya pagaste no se devuelve. Los contratos que hiciste con ella conservan su año de almacenamiento.',
    suggestions: ['Abre Suscripción en el menú de tu cuenta.', 'Puedes reanudarla hasta que termine.'],
  },
  'subscription-unpaid': {
    questions: [
      '¿Qué pasa si falla el pago de la suscripción?',
      'Rechazaron mi tarjeta para la suscripción mensual',
      '¿Qué pasa si no pago la suscripción?',
      'No pasó la tarjeta de la suscripción',
    ],
    answer:
      'Te avisamos por correo y volvemos a probar tu tarjeta en los próximos días; en la página de la suscripción puedes pagar enseguida. Hasta que termina el mes que pagaste, cubre tus contratos como antes; después los nuevos se pagan uno por uno hasta que el pago se haga. Si nunca se hace, la suscripción termina y no se cobra nada más. Los contratos que hiciste con ella están a salvo y conservan su año de almacenamiento.',
    suggestions: ['Abre Suscripción en el menú de tu cuenta.', 'Revisa tu tarjeta, o paga con otra.'],
  },
  'pay-methods': {
    questions: [
      '¿Qué formas de pago aceptan?',
      '¿Puedo pagar con tarjeta, Apple Pay o Google Pay?',
      '¿Aceptan PayPal?',
      '¿Es seguro dar mi tarjeta aquí?',
    ],
    answer:
      'Pagas con tarjeta, Apple Pay, Google Pay o con lo que muestre el formulario de pago en tu dispositivo. El formulario es de nuestro proveedor de pagos Stripe; el número de tu tarjeta va a ellos, y nosotros nunca lo vemos ni lo guardamos. Lo que el formulario no muestra, sea PayPal o efectivo, no es posible.',
    suggestions: ['Ten la tarjeta a mano antes de pagar.', 'Encuentras el recibo en Recibos.'],
  },
  'payment-failed': {
    questions: [
      'Rechazaron mi tarjeta',
      'El formulario de pago no carga',
      'Error al pagar, falló el pago',
      '¿Me cobraron dos veces?',
    ],
    answer:
      'Tu grabación está a salvo en cualquier caso. Si se rechaza una tarjeta, no se cobra nada; prueba con otra o pregunta a tu banco. Si el formulario no carga, desactiva los bloqueadores de contenido y recarga la página. Tu panel y tus recibos muestran lo que se pagó de verdad; si algo no cuadra, escribe a soporte con el número del acuerdo.',
    suggestions: ['Prueba con otra tarjeta.', 'Desactiva los bloqueadores de contenido en la página.'],
  },
  refund: {
    questions: [
      '¿Me pueden devolver el dinero del contrato?',
      'Quiero que me devuelvan mis 5 dólares',
      '¿Qué pasa con lo que pagué si el contrato se cancela?',
      'Política de reembolso',
      '¿Cuánto tarda el reembolso, cuándo llega?',
      '¿Puedo cancelar después de pagar?',
      '¿Me devuelven el dinero si la otra persona no contesta, si la parte B no respondió?',
    ],
    answer: `De los ${facts.contractPrice} del contrato: si la otra persona rechaza o no responde, o cancelas después de preguntarle, tu pago cubre un contrato nuevo que hagas en ${facts.creditDays} días; si se cancela antes, te devolvemos el dinero. Si una transcripción hecha por una persona tarda más de ${facts.humanTranscriptHours} horas, te devolvemos el dinero automáticamente. Tu banco puede tardar de 5 a 10 días en mostrarlo. Para lo demás escribe a soporte con el número del acuerdo, y una persona lo revisa.`,
    suggestions: ['Escribe a soporte con el número del acuerdo.', 'Usa tu crédito para un contrato nuevo.'],
  },
  receipts: {
    questions: [
      '¿Dónde está mi recibo?',
      'Necesito una factura de mi pago',
      'Descargar un recibo digital',
      'Comprobante de pago para mis impuestos',
    ],
    answer:
      'Cada pago recibe un recibo con número. Los encuentras todos en Recibos, en el menú de tu cuenta, y desde ahí los puedes imprimir o guardar como PDF.',
    suggestions: ['Abre Recibos en el menú de tu cuenta.', 'Revisa tu nombre y tu correo en el perfil.'],
  },
  plans: {
    questions: [
      '¿Qué diferencia hay entre básico, estándar y pro?',
      '¿Qué plan elijo?',
      'Comparar los planes',
      '¿Es mejor el plan Pro?',
    ],
    answer: `Se diferencian en cuánto puede durar una grabación: Básico hasta {basicLongest}; Estándar, Pro y el Split Second Contract hasta {longest}. Cada uno cuesta ${facts.contractPrice} por contrato. Con Pro puedes liberar un pago retenido desde la fila en tu panel; una suscripción los cubre todos menos Pro. Eliges el plan en Más antes de grabar.`,
    suggestions: [
      'Estándar alcanza para la mayoría de los acuerdos.',
      'Anota los puntos principales antes de grabar.',
    ],
  },
  'cancel-contract': {
    questions: [
      '¿Cómo cancelo un contrato en el panel?',
      'Borrar un acuerdo que ya no necesito',
      'Retirar la invitación a la parte B',
      'Cancelar un contrato que no está terminado',
    ],
    answer:
      'En tu panel puedes cancelar un contrato que todavía no está pagado, y la parte B no se entera, pero su grabación se borra enseguida de nuestro servidor; o uno que la parte B todavía no respondió: entonces el enlace deja de servir y se le avisa. Un contrato completo no se puede cancelar aquí, porque los dos lo aceptaron. Para terminar el acuerdo mismo, habla con la otra persona y grábenlo.',
    suggestions: ['Dile a la otra persona por qué cancelas.', 'Graba un acuerdo nuevo que lo reemplace.'],
  },
  'how-it-works': {
    questions: [
      '¿Cómo funciona esto?',
      '¿Cuáles son los pasos para hacer un contrato?',
      'Explícame el servicio',
      '¿Cómo empiezo?',
    ],
    answer: `Cuatro pasos: escribe los nombres y los correos, graba lo que acuerdan, escúchalo, y después crea una cuenta y paga ${facts.contractPrice}. Luego ambos reciben la grabación y la transcripción. La mayoría de los acuerdos se graban en menos de 60 segundos.`,
    suggestions: ['Ten a mano nombres, monto y fechas.', 'Busca un lugar tranquilo.'],
  },
  'contract-status': {
    questions: [
      '¿Qué significa el estado de mi contrato?',
      'Dice que espera a la otra parte',
      '¿Por qué sigue en proceso?',
      'Pago pendiente en el panel',
    ],
    answer:
      'Pago pendiente: está guardado pero sin pagar. En espera de la otra parte: la parte B todavía no respondió la invitación. En proceso: se está haciendo la transcripción, normalmente en minutos. Completado: está todo. Cancelado: se terminó, con el motivo al lado.',
    suggestions: ['Recuérdaselo a la otra persona desde tu panel.', 'Abre el contrato para ver su registro.'],
  },
  'record-well': {
    questions: [
      '¿Cómo hago una buena grabación?',
      'Consejos para grabar bien',
      '¿Dónde ponemos el teléfono, qué tan cerca del micrófono?',
      'Que se oiga bien la grabación',
    ],
    answer:
      'Busca un lugar tranquilo, pon el teléfono entre ustedes a un brazo de distancia y prueba el micrófono. Ten a mano nombres, monto y fechas. Hablen por turnos, no al mismo tiempo, y digan los números despacio. Al final confirman los dos.',
    suggestions: ['Pon el teléfono entre ustedes.', 'Hablen por turnos.'],
  },
  script: {
    questions: [
      '¿Qué tenemos que decir exactamente?',
      'Dame un ejemplo de lo que se dice',
      'Modelo de palabras para la grabación',
      '¿Cómo empezamos y cómo terminamos?',
    ],
    answer:
      '“Soy {partyA}, y acepto que me graben.” “Soy {partyB}, y acepto que me graben.” Después digan qué acuerdan, para cuándo y por cuánto. Terminen con “Yo, {partyA}, estoy de acuerdo” y “Yo, {partyB}, estoy de acuerdo”. La grabadora muestra la siguiente frase mientras hablan.',
    suggestions: [
      'Di la fecha de hoy al principio.',
      'Terminen con los nombres completos y “estoy de acuerdo”.',
    ],
  },
  length: {
    questions: [
      '¿Cuánto puede durar la grabación?',
      '¿Cuál es la duración máxima?',
      '¿Cuántos minutos tiene mi plan?',
      '¿Alcanzan diez minutos?',
    ],
    answer:
      '{limit} La mayoría de los acuerdos necesita menos de un minuto, y en cualquier caso aconsejamos no pasar de {advised}. Una barra muestra cuánto tiempo queda y te avisa antes del final; lo que dijeron hasta entonces se conserva.',
    suggestions: [
      'Anota los puntos principales antes de empezar.',
      'Graba un trato largo en dos acuerdos cortos.',
    ],
  },
  microphone: {
    questions: [
      'El micrófono no funciona',
      'Mi navegador bloquea el micrófono',
      'No se graba ningún sonido',
      'Permiso del micrófono denegado',
      'Mi grabación está en silencio, no se oye nada',
    ],
    answer:
      'Abre los ajustes del sitio junto a la dirección, permite el micrófono e inténtalo de nuevo. Cierra otras aplicaciones que lo usen, como una videollamada, y revisa que esté elegido el micrófono correcto. Mientras grabas, el anillo del botón se mueve con tu voz; si se queda quieto, no te oímos.',
    suggestions: [
      'Permite el micrófono en los ajustes del sitio.',
      'Cierra otras aplicaciones que usen el micrófono.',
    ],
  },
  pause: {
    questions: [
      'Me llamaron por teléfono mientras grababa',
      '¿Puedo pausar la grabación?',
      'Una llamada interrumpió la grabación',
      'Seguir después de una interrupción',
      'Parar un momento y continuar',
    ],
    answer:
      'Usa Pausar y Reanudar. Si una llamada u otra aplicación se lleva el micrófono, la grabadora lo dice y conserva lo dicho hasta ahí; reanuda cuando el micrófono esté libre. Digan en voz alta que hicieron una pausa, para que nadie se pregunte por el hueco.',
    suggestions: ['Digan en voz alta cuándo paran y cuándo siguen.', 'Pon el teléfono en no molestar.'],
  },
  'record-again': {
    questions: [
      '¿Puedo grabar otra vez si me equivoqué?',
      'Dije algo mal, ¿cómo lo repito?',
      'Borrar la toma y empezar de nuevo',
      '¿Es gratis repetir la grabación?',
    ],
    answer:
      'Escúchala en el paso de revisión y presiona Grabar de nuevo cuantas veces quieras; es gratis hasta que pagas. Un error pequeño también lo pueden corregir en la misma grabación: di “corrección”, luego las palabras correctas, y que la otra persona confirme.',
    suggestions: [
      'Di “corrección” y después las palabras correctas.',
      'Escúchala hasta el final antes de seguir.',
    ],
  },
  upload: {
    questions: [
      '¿Puedo subir un archivo de audio?',
      'Ya lo grabé con otra aplicación',
      '¿Qué formatos de audio aceptan?',
      'Usar una nota de voz de mi teléfono',
    ],
    answer: `Donde grabas elige Subir archivo de audio; en el formulario de un contrato nuevo está en Más. Sirven los formatos usuales, como MP3, M4A, WAV, FLAC, Ogg y WebM, de hasta ${facts.maxAudio} y dentro del tiempo del plan. El archivo se guarda exactamente como lo envías; asegúrate de que todas las personas que se oyen aceptaron que las grabaran.`,
    suggestions: ['Revisa que se oigan bien las dos voces.', 'Guarda tu copia del archivo original.'],
  },
  browsers: {
    questions: [
      '¿Qué navegadores sirven?',
      '¿Funciona en iPhone y Android?',
      '¿Tengo que instalar una aplicación?',
      'Este navegador no puede grabar',
    ],
    answer:
      'No necesitas ninguna aplicación: basta una versión actual de Chrome, Edge, Firefox o Safari, en un teléfono, una tableta o una computadora con micrófono. La página tiene que abrirse por https. Los navegadores dentro de otras aplicaciones, como un chat, muchas veces no pueden grabar; abre entonces la página en el navegador de verdad.',
    suggestions: ['Actualiza primero tu navegador.', 'Abre la página en el navegador, no dentro de un chat.'],
  },
  recovery: {
    questions: [
      'Cerré la página, ¿se perdió mi grabación?',
      'Se cerró el navegador mientras grababa',
      'Se acabó la batería o se cortó internet',
      'Recuperar una grabación sin guardar',
      'Se apagó el teléfono, ¿pierdo la grabación?',
    ],
    answer:
      'Normalmente no. Mientras grabas, el navegador guarda una copia de seguridad en tu dispositivo. Abre la misma página en el mismo navegador, y te ofrece la última grabación con el botón Conservar. Cuando sigues adelante, también está en nuestro servidor.',
    suggestions: [
      'Abre la misma página en el mismo navegador.',
      'Sigue pronto, para que también esté en nuestro servidor.',
    ],
  },
  escrow: {
    questions: [
      '¿Qué es la protección del pago?',
      '¿Cómo funciona el pago protegido?',
      '¿Pueden guardar el dinero hasta la entrega?',
      'Una forma segura de pagar a un desconocido',
      'Soy la parte B y quiero pagar con la protección del pago',
      '¿Cuáles son las reglas de la protección del pago?',
    ],
    answer: `Con la protección del pago, quien compra paga aquí y nosotros retenemos el dinero. Quien vende ve que está ahí, entrega y lo dice. Después quien compra tiene tiempo para revisar; cuando lo libera, o cuando el tiempo pasa sin problema, se le paga a quien vende. Sirve para montos de ${facts.leastEscrow} a ${facts.mostEscrow}, una vez pagado el contrato mismo. Si compra la parte B, se registra con la dirección que está en el contrato.`,
    suggestions: ['Acuerden quién compra y quién vende.', 'Elijan cuánto tiempo hay para revisar.'],
  },
  'escrow-fee': {
    questions: [
      '¿Cuánto cuesta la protección del pago?',
      '¿Qué comisión tiene el pago protegido?',
      '¿Cuánto recibe quien vende después de la comisión?',
      'Porcentaje que cobran al vendedor',
      '¿Quién paga el 5%, la comisión, el comprador o el vendedor?',
    ],
    answer: `La comisión es ${facts.escrowFee} de lo que se libera, y se descuenta de lo que recibe quien vende. De $100, quien vende recibe ${facts.escrowExample.seller} y la comisión es ${facts.escrowExample.fee}. Si el dinero vuelve a quien compra, no hay comisión.`,
    suggestions: [
      'Digan quién paga la comisión.',
      'Súmala al precio si quien vende quiere una cantidad redonda.',
    ],
  },
  'escrow-release': {
    questions: [
      '¿Cuándo recibe el dinero quien vende?',
      '¿Cómo se libera el pago protegido?',
      'Ya entregué, ¿cuándo me pagan?',
      'Soy el vendedor y no me llega el dinero, ¿dónde está?',
      'Vendí, ya entregué y no me ha llegado el pago',
      'Liberar el dinero al vendedor',
    ],
    answer:
      'Enseguida cuando quien compra lo libera, o por sí solo cuando pasa el tiempo para revisar sin que se reporte un problema. Ese tiempo empieza cuando quien vende lo marca como entregado o quien compra dice que lo recibió. Después de liberarlo, llega en el tiempo normal del banco.',
    suggestions: ['Marca la entrega en la página del pago.', 'Libéralo cuando todo esté bien.'],
  },
  'hold-period': {
    questions: [
      '¿Cuánto tiempo se retiene el dinero?',
      '¿Cuánto tiempo tiene quien compra para revisar?',
      '¿Cuánto tiempo tengo para reclamar?',
      '¿Hasta qué día puedo reclamar?',
      'Plazo de 24 horas o 3, 7, 14, 30 días',
      'Cambiar el tiempo para revisar después de la entrega',
    ],
    answer:
      'Quien compra tiene 24 horas después de la entrega, salvo que elijan 3, 7, 14 o 30 días en los datos del contrato. Un día basta para cosas que se prueban en el momento; una semana o más, para trabajos cuya calidad se ve después. Si quien compra no dice nada hasta el final, se le paga a quien vende.',
    suggestions: [
      'Elijan más tiempo para trabajos que para cosas.',
      'Reporta un problema antes de que pase el tiempo.',
    ],
  },
  'escrow-problem': {
    questions: [
      '¿Y si hay un problema con lo entregado?',
      'Reportar un problema con el pago protegido',
      'Llegó roto y el dinero sigue retenido',
      'Quiero reclamar por lo que me entregaron',
      '¿Quién decide sobre el dinero retenido?',
      'El vendedor dice que entregó, pero no llegó nada',
      'Está marcado como entregado y no he recibido nada',
      'Es falso o robado y el dinero está retenido',
      'Me vendieron algo robado o una imitación',
      'Pagué con la protección del pago y es falso',
    ],
    answer:
      'Reporta el problema en la página del pago antes de que pase el tiempo para revisar, también si se marcó como entregado y no llegó nada; después se le paga a quien vende. Entonces nuestro equipo de soporte lee lo que dicen los dos, decide con un motivo por escrito y puede repartir el dinero; si nadie ha decidido a los 84 días, vuelve a quien compra. Quien vende también puede devolver todo o una parte.',
    suggestions: ['Repórtalo antes de que pase el tiempo.', 'Escribe qué está mal exactamente, con fechas.'],
  },
  'escrow-seller': {
    questions: [
      '¿Qué tiene que hacer quien vende para cobrar?',
      'El vendedor debe registrarse para cobrar',
      'Configurar la cuenta bancaria del vendedor',
      '¿El vendedor necesita una cuenta?',
    ],
    answer:
      'Quien vende configura una vez cómo cobra, con nuestro proveedor de pagos: quién es y adónde va el dinero. Recibe para eso un enlace por correo y no necesita cuenta con nosotros; toma unos minutos. Hasta que esté hecho, quien compra no puede pagar, así que háganlo antes del día de la entrega.',
    suggestions: [
      'Configuren el cobro antes de la entrega.',
      'No entregues antes de que el dinero esté retenido.',
    ],
  },
  'escrow-not-delivered': {
    questions: [
      'El vendedor nunca entregó, ¿cómo recupero el pago protegido?',
      'No llegó nada y el dinero está retenido',
      'Recuperar un pago protegido',
      'El vendedor desapareció después de que pagué',
      '¿Pierdo el dinero si el vendedor no entrega?',
    ],
    answer:
      'Si quien vende lo marcó como entregado y no llegó, reporta un problema en la página del pago antes de que pase el tiempo para revisar; si no, se le paga. Si en 30 días nadie lo marcó como entregado o recibido, puedes recuperar ahí el dinero. Quien vende también puede devolverlo antes, y puedes reportar un problema en cualquier momento antes de que se libere. Tu banco puede tardar de 5 a 10 días en mostrar el reembolso.',
    suggestions: [
      'Reporta un problema en la página del pago.',
      'La próxima vez acuerden una fecha de entrega.',
    ],
  },
  'escrow-cancelled': {
    questions: [
      '¿Qué pasa con el dinero retenido si se cancela el contrato?',
      'Cancelé el contrato, ¿dónde está el pago protegido?',
      'La parte B rechazó, ¿qué pasa con el dinero retenido?',
      '¿Puedo cancelar la protección del pago?',
      '¿Me devuelven el pago protegido si cancelo?',
      'Pagué con la protección del pago y quiero cancelar',
    ],
    answer:
      'Si el contrato se cancela o se rechaza, el dinero retenido vuelve solo a quien compra, entero y sin comisión, mientras nadie haya dicho que se entregó o se recibió. A partir de ahí decide nuestro equipo de soporte; si el tiempo para revisar ya había pasado, se le paga a quien vende. Mientras el contrato sigue en pie, quien compra puede recuperar el dinero en la página del pago si en 30 días nadie lo marcó como entregado o recibido; quien vende puede devolverlo en cualquier momento antes de que se libere.',
    suggestions: ['Mira en la página del pago dónde está el dinero.', 'Pide a quien vende que lo devuelva.'],
  },
  transcription: {
    questions: [
      '¿Cómo se hace la transcripción?',
      '¿Cómo consigo el texto de la grabación?',
      '¿Cuánto tarda la transcripción?',
      'Voz a texto, transcripción automática',
    ],
    answer:
      'Después del pago, y del consentimiento de la parte B si está invitada, un motor de voz convierte el audio en texto con tiempos y voces. Puedes ver el avance en tu panel, o presionar Generar transcripción en la página del contrato. La grabación es siempre el original; el texto ayuda a leerla.',
    suggestions: ['Escucha donde una palabra esté marcada como dudosa.', 'Ponles nombre a las voces.'],
  },
  'transcript-accuracy': {
    questions: [
      '¿Qué tan exacta es la transcripción?',
      'El texto tiene errores',
      '¿Qué significa calidad de borrador?',
      'Hay palabras equivocadas en la transcripción',
    ],
    answer: `La escribe una máquina, así que revisa las partes que importan; las palabras dudosas están marcadas y puedes escuchar cualquier frase. “Calidad de borrador” significa que se usó el motor integrado sin conexión. Si es un borrador o no se entendieron bien las palabras, el contrato tiene un botón para que una persona la escriba por ${facts.humanTranscriptPrice} en ${facts.humanTranscriptHours} horas. Lo que cuenta al final es la grabación.`,
    suggestions: [
      'Escucha las frases con montos y fechas.',
      'Pide una transcripción hecha por una persona si es un borrador.',
    ],
  },
  speakers: {
    questions: [
      'Las voces están confundidas en la transcripción',
      'Cambiar el nombre de una voz',
      '¿Cómo saben quién dijo qué?',
      'Los nombres de las voces están cambiados',
    ],
    answer:
      'Las voces se distinguen por cómo suenan, y los nombres se toman de presentaciones como “soy {partyA}”. Puedes cambiar el nombre de una voz en la página del contrato; eso se guarda como nota, y el texto y la grabación no cambian. Funciona mejor si hablan por turnos.',
    suggestions: ['Preséntense con su nombre al principio.', 'Hablen por turnos.'],
  },
  'human-transcript': {
    questions: [
      '¿Puede escribir la transcripción una persona?',
      'Transcripción profesional',
      '¿Cuánto cuesta y tarda una transcripción hecha por una persona?',
      'Transcripción humana',
    ],
    answer: `Sí, de todo contrato cuya grabación guardamos, cuando la máquina ha escrito su texto o no ha podido: el contrato tiene entonces un botón. Por ${facts.humanTranscriptPrice} una persona escucha la grabación y la escribe en ${facts.humanTranscriptHours} horas desde el pago. Se guarda junto al texto de la máquina, marcada como escrita por una persona. Si tarda más, tu dinero vuelve solo; si tiene un error, el servicio al cliente hace que se corrija sin costo.`,
    suggestions: ['Pídela desde el contrato.', 'Menciona los nombres difíciles de escribir.'],
  },
  'transcription-failed': {
    questions: [
      'Falló la transcripción',
      'El servicio de transcripción no está disponible',
      'No hay transcripción de mi contrato',
      'No se pudo hacer la transcripción',
    ],
    answer: `Tu grabación está a salvo. Puedes intentarlo más tarde, pedir una transcripción hecha por una persona por ${facts.humanTranscriptPrice}, o pedirle a atención al cliente que la revise, que es gratis. El original sigue guardado en cualquier caso.`,
    suggestions: ['Inténtalo de nuevo en unos minutos.', 'Pregunta a atención al cliente; es gratis.'],
  },
  'download-transcript': {
    questions: [
      '¿Cómo descargo la transcripción?',
      'Guardar el texto como archivo o PDF',
      'Exportar como subtítulos, SRT o VTT',
      'Copiar o imprimir la transcripción',
    ],
    answer:
      'Abre el contrato en tu panel: puedes copiar la transcripción o descargarla como archivo de texto. Descargar resumen en PDF descarga el certificado en PDF. También se puede exportar con sus tiempos como subtítulos (SRT, VTT) o como JSON.',
    suggestions: ['Guarda el texto junto con el audio.', 'Envíale una copia a la otra persona.'],
  },
  'download-audio': {
    questions: [
      '¿Cómo descargo el audio?',
      'Guardar la grabación como MP3',
      'Conseguir el archivo de audio original',
      'Guardar una copia de la grabación en mi computadora',
    ],
    answer:
      'Entra, abre el contrato en tu panel y presiona Descargar; recibes un MP3 de toda la grabación; el original está en el paquete de evidencia. Se puede cuando el contrato está pagado y hasta que termina el acceso. Guarda una copia en un segundo lugar, por ejemplo en una computadora y en la nube.',
    suggestions: ['Descárgalo antes de que termine el acceso.', 'No edites el archivo.'],
  },
  'by-email': {
    questions: [
      '¿Nos llega a los dos por correo?',
      'No me llegó el correo con la transcripción',
      '¿Cuándo nos envían la grabación y el texto?',
      'Enviar la prueba a las dos partes',
    ],
    answer:
      'Cuando la transcripción está lista, ambos reciben un correo con ella, en el idioma de cada quien. Va a la dirección confirmada de tu cuenta, si tienes una; si no, a la dirección de los datos. Si no llega, mira en la carpeta de spam; tu panel muestra si un correo rebotó. Siempre puedes descargarlo todo ahí.',
    suggestions: ['Revisa las dos direcciones antes de grabar.', 'Mira en la carpeta de spam.'],
  },
  fingerprint: {
    questions: [
      '¿Qué es la huella digital o hash?',
      '¿Cómo sé que nadie cambió la grabación?',
      '¿Qué significa SHA-256?',
      'Comprobar que el archivo no se alteró',
    ],
    answer:
      'La huella (SHA-256) es un código corto que se calcula con los bytes del audio. Si alguien cambia un solo bit, el código es otro. Se toma cuando llega la grabación y queda en el registro del contrato, también cuando la grabación ya se borró. El audio original está en el paquete de evidencia; cualquier programa que calcule SHA-256 lo puede comprobar.',
    suggestions: [
      'Guarda el archivo original; las copias editadas tienen otra huella.',
      'Anota el código corto con la fecha.',
    ],
  },
  'event-log': {
    questions: [
      '¿Qué hay en el registro del contrato?',
      '¿Queda anotado quién lo abrió y cuándo?',
      '¿La grabación tiene fecha y hora?',
      'Historial de lo que pasó con mi acuerdo',
    ],
    answer:
      'Cada contrato tiene un registro al que solo se agrega: quién hizo qué, cuándo, y desde qué dirección y dispositivo. Cada línea lleva la huella de la anterior, así que ninguna se puede quitar sin que se note. Lo ves en la página del contrato, y queda cuando la grabación se borra.',
    suggestions: ['Abre el contrato en tu panel para leer el registro.', 'Di también la fecha en voz alta.'],
  },
  photo: {
    questions: [
      '¿Puedo agregar una foto?',
      'Subir una imagen del artículo o de un documento',
      '¿Debemos fotografiar el estado?',
      '¿Qué tan grande puede ser la imagen?',
    ],
    answer: `Sí, agrega una foto en los datos antes de grabar: una imagen de hasta ${facts.maxPhoto}, por ejemplo del carro, del rayón o de la página clave de un documento. Del archivo se quita dónde se tomó. Describe en la grabación lo que muestra, para que imagen y palabras vayan juntas.`,
    suggestions: ['Di en la grabación qué muestra la foto.', 'Fotografía los defectos conocidos.'],
  },
  'remote-party': {
    questions: [
      '¿Cómo participa la otra persona desde lejos?',
      '¿Puede aceptar la parte B por un enlace?',
      'No estamos en el mismo lugar',
      'Que acepte desde su propio teléfono',
      '¿Cómo acepto o respondo como parte B?',
    ],
    answer:
      'Elige “No, responde por un enlace” en los datos. Grabas tu parte y pagas; después {partyB} recibe un correo con un enlace, escucha tu grabación, marca cuatro declaraciones y graba su consentimiento, gratis y sin cuenta. Ambos reciben la transcripción final por correo.',
    suggestions: [
      'Di todas las condiciones en tu grabación, para que se oigan.',
      'Revisa el correo de la otra persona.',
    ],
  },
  'party-b-cost': {
    questions: [
      '¿La otra persona tiene que pagar o registrarse?',
      '¿Quién paga el contrato?',
      '¿Es gratis para la parte B?',
      '¿La otra parte tiene que pagar?',
      '¿La parte B necesita una cuenta para pagar con la protección del pago?',
    ],
    answer:
      'Lo paga la parte A, que hace el contrato. {partyB} no paga nada y no necesita cuenta, ni en el mismo cuarto ni por el enlace. Solo para pagar con la protección del pago {partyB} se registra, con la dirección que está en el contrato. Lo que ustedes dos se deben es otra cosa.',
    suggestions: ['Dile que no le cuesta nada.', 'Acuérdenlo entre ustedes si quieren compartir el precio.'],
  },
  'same-email': {
    questions: [
      '¿Pueden las dos partes usar el mismo correo?',
      '¿Puedo poner mi correo para los dos?',
      'Compartimos una dirección de correo',
    ],
    answer:
      'No, cada parte necesita su propio correo. La prueba llega a los dos, y la parte B confirma u objeta por un enlace que solo ella debe tener. Quien no tiene correo puede crear uno sin costo con cualquier proveedor.',
    suggestions: [
      'Pídele a la otra persona su propio correo.',
      'Revisa las dos direcciones antes de grabar.',
    ],
  },
  'not-me': {
    questions: [
      'No fui yo en la grabación',
      'Esa no es mi voz',
      'Alguien usó mi nombre y aceptó en mi nombre',
      'Yo nunca acepté este contrato',
      '¿Cómo objeto un acuerdo, o confirmo que fui yo?',
      '¿Qué significa “¿Fuiste tú?”?',
      'Me grabaron sin que lo supiera, sin mi consentimiento',
      'Me grabó a escondidas e hizo un contrato',
      'No sabía que me grababan',
      'Falsificaron mi consentimiento',
      'Alguien falsificó mi voz',
      'Alguien se hizo pasar por mí',
      'Me llegó un correo de un contrato que nunca hice',
      'No conozco a la persona que me mandó el contrato',
      'Alguien hizo un contrato a mi nombre',
    ],
    answer:
      'El correo con la prueba trae para la parte B un enlace a una página que pregunta si fuiste tú. Ahí puedes escuchar y presionar “Sí, fui yo” o “No fui yo”; presiona lo segundo también si te grabaron sin que aceptaras, y dilo ahí. Entonces se avisa enseguida a la otra persona y a nuestro equipo de soporte; queda con el contrato y no se puede retirar. Quien primero lo confirmó puede objetar después. Si no tienes ese correo, escribe a soporte con el número del acuerdo.',
    suggestions: ['Escucha la grabación antes de responder.', 'Di en pocas palabras qué pasó.'],
  },
  'party-b-declines': {
    questions: [
      '¿Qué pasa si la otra persona dice que no al acuerdo?',
      '¿Qué pasa si la parte B rechaza?',
      'La otra persona rechazó la invitación',
      'Dijo que no a mi acuerdo',
      '¿Puede negarse la persona invitada?',
    ],
    answer: `La parte B puede rechazar con un motivo, y se te avisa enseguida. Entonces el contrato termina y no se puede reabrir. Si lo habías pagado, ese pago cubre un contrato nuevo que hagas en ${facts.creditDays} días.`,
    suggestions: ['Hablen del motivo y grábenlo de nuevo.', 'La próxima vez envía antes las condiciones.'],
  },
  'invitation-not-arrived': {
    questions: [
      'No llegó el correo de la invitación',
      'Escribí mal el correo de la parte B',
      '¿Cómo envío un recordatorio?',
      'La otra persona no responde la invitación',
    ],
    answer:
      'En tu panel usa Enviar recordatorio para mandar otra vez la invitación, como máximo una vez por hora y cinco veces al día; los recordatorios también salen solos los días 1, 3, 6, 10 y 13. Si la dirección está mal, la puedes corregir ahí hasta que se abra el enlace. Pídele a la otra persona que mire en spam; el enlace que sirve es el del correo más nuevo.',
    suggestions: ['Pídele que mire en la carpeta de spam.', 'Corrige la dirección en tu panel.'],
  },
  language: {
    questions: [
      'No hablamos bien el mismo idioma',
      '¿Podemos grabar en español o en otro idioma?',
      'La otra persona no entiende inglés',
      'Intérprete o traducción del acuerdo',
    ],
    answer:
      'Usen el idioma que los dos entienden mejor, y que cada quien repita las condiciones con sus palabras. Si alguien ayuda a traducir, que diga su nombre y que tradujo todo. La grabación se guarda como es en cualquier idioma; qué tan buena sale la transcripción depende del motor de voz, y funciona mejor en inglés. Nuestros correos llegan en español o en inglés, y cada correo trae un enlace para cambiarlo.',
    suggestions: ['Que cada quien repita las condiciones con sus palabras.', 'Hablen despacio y por turnos.'],
  },
  assistant: {
    questions: [
      '¿En qué me puedes ayudar?',
      '¿Quién eres?',
      '¿Eres un robot o un abogado?',
      '¿Qué temas conoces?',
      'Hola',
    ],
    answer:
      'Soy el asistente de contratos. Explico condiciones comunes, como el pago, la responsabilidad, el final de un acuerdo y los desacuerdos, y cómo funcionan aquí la grabación, el precio, el almacenamiento, las transcripciones y la protección del pago. No sé qué quieren acordar ustedes dos, y no doy asesoría legal. Para lo demás, nuestro equipo de soporte responde por correo.',
    suggestions: ['Pregunta qué debe tener el acuerdo.', 'Pregunta cómo funciona la protección del pago.'],
  },
  'assistant-privacy': {
    questions: [
      '¿Guardan las preguntas que te hago?',
      '¿Se guarda lo que te pregunto aquí?',
      '¿Quién lee este chat?',
      '¿Es privada esta conversación?',
      '¿Adónde van las preguntas de este chat?',
    ],
    answer:
      'Aquí ninguna pregunta se guarda ni se registra, y nadie de nuestro equipo lee este chat. Se queda en tu navegador, en esta página. Si quien opera esto eligió un servicio de lenguaje de otra empresa, esa empresa recibe tu pregunta con los últimos mensajes del chat, el tipo de acuerdo y el plan. Antes se quitan los nombres que escribiste para las partes, enteros y en parte, hasta donde se distinguen de otras palabras.',
    suggestions: [
      'No escribas aquí números de tarjeta ni contraseñas.',
      'Escribe a soporte si debe responder una persona.',
    ],
  },
  privacy: {
    questions: [
      '¿Quién puede escuchar mi grabación?',
      '¿Mis datos son privados y están seguros?',
      '¿Comparten mi información?',
      '¿La puede escuchar su personal?',
      '¿Quién oye la grabación?',
      '¿Dónde está la política de privacidad?',
    ],
    answer:
      'Tú y la parte B: una parte B invitada la oye antes de responder, y con la prueba cada quien recibe un enlace por correo, también si grabaron en el mismo cuarto. Quien tenga ese enlace puede escuchar. Nadie encuentra un contrato sin su número o su enlace. Nuestros administradores pueden abrir uno cuando hace falta; tienen que dar un motivo, y queda en el registro. Para la transcripción el audio va a un motor de voz, que según la instalación funciona aquí o con un proveedor como OpenAI.',
    suggestions: [
      'No digas números de tarjeta ni contraseñas en voz alta.',
      'Pasa tu enlace solo a quienes puedan escuchar.',
    ],
  },
  'delete-data': {
    questions: [
      '¿Cómo borro mis datos?',
      'Quitar mi cuenta y mis grabaciones',
      'Borrar mi información personal',
      '¿Se puede borrar todo antes de los 30 días?',
      '¿Cómo elimino o cierro mi cuenta?',
      'Dar de baja mi cuenta',
      'Cerrar la cuenta',
    ],
    answer:
      'La grabación, la foto y la transcripción se borran solos cuando termina el acceso. Si lo quieres antes, escribe a soporte desde la dirección de tu cuenta; en un contrato completado, la otra persona tiene que estar de acuerdo. Soporte también cierra tu cuenta: entonces nadie puede entrar en ella. Mientras hay dinero retenido o un problema abierto, el contenido tiene que quedarse. El registro, las huellas, y los nombres y direcciones quedan como prueba de que hubo un acuerdo.',
    suggestions: ['Escribe a soporte desde la dirección de tu cuenta.', 'Descarga antes lo que necesites.'],
  },
  'need-account': {
    questions: [
      '¿Necesito una cuenta?',
      '¿Cuándo me tengo que registrar?',
      '¿Puedo grabar sin registrarme?',
      'Crear una cuenta antes de grabar',
    ],
    answer:
      'Para grabar no: puedes grabar y escuchar como visitante. Creas una cuenta, o entras, cuando quieres pagar y conservar el contrato. Quédate en el mismo navegador hasta entonces, porque así sabemos que la grabación es tuya. La parte B solo la necesita para pagar con la protección del pago.',
    suggestions: ['Quédate en el mismo navegador hasta pagar.', 'Usa un correo que leas.'],
  },
  password: {
    questions: [
      'Olvidé mi contraseña',
      '¿Cómo recupero mi contraseña?',
      'No puedo entrar',
      'Cambiar mi contraseña',
    ],
    answer:
      'En la página para entrar escribe tu correo y elige “¿Olvidaste tu contraseña?”. Si hay una cuenta, recibes un enlace que sirve una vez y durante 60 minutos. Con la sesión abierta puedes cambiar la contraseña en la configuración del perfil; se cierra la sesión en tus otros dispositivos.',
    suggestions: [
      'Busca el enlace en la carpeta de spam.',
      'Usa una contraseña larga que no uses en otro lugar.',
    ],
  },
  'account-taken-over': {
    questions: [
      'Hackearon mi cuenta',
      'Me hackearon el correo',
      'Alguien entró en mi cuenta',
      'Me robaron la cuenta',
      'Otra persona tiene mi contraseña',
      'Hay un dispositivo en mi perfil que no conozco',
    ],
    answer:
      'Abre la configuración del perfil: “Dónde tienes la sesión abierta” nombra cada dispositivo. Cierra la sesión donde no conozcas el dispositivo y luego cambia tu contraseña; se cierra la sesión en tus otros dispositivos. Si ya no puedes entrar, elige “¿Olvidaste tu contraseña?” en la página para entrar; si alguien lee tu correo, cambia primero la contraseña del correo. Cuenta a soporte qué se hizo en tu nombre, y si hay dinero retenido, reporta un problema en la página del pago.',
    suggestions: [
      'Usa una contraseña que no uses en otro lugar.',
      'Escribe a soporte con el número del acuerdo.',
    ],
  },
  profile: {
    questions: [
      '¿Cómo cambio mi dirección de correo?',
      'Cambiar mi nombre de usuario',
      'Editar la configuración del perfil',
      'Mi cuenta tiene un correo viejo',
    ],
    answer:
      'Abre la configuración del perfil en el menú de la cuenta. El nombre lo puedes cambiar cuando quieras; para otra dirección te pedimos la contraseña y enviamos un enlace a la nueva; cambia cuando lo abres, y avisamos a la anterior. Los nombres y direcciones dentro de contratos terminados no cambian.',
    suggestions: [
      'Abre el enlace que enviamos a la nueva dirección.',
      'Revisa la dirección dos veces antes de guardar.',
    ],
  },
  'change-language': {
    questions: [
      '¿Cómo cambio el idioma de la página?',
      '¿Cómo cambio el idioma de los correos?',
      'Quiero la página en inglés o en español',
      'Cambiar los correos a español',
    ],
    answer:
      'La página: presiona English o Español al final de la página o en el menú; lo que eliges queda en este navegador. Los correos: cada uno trae al final un enlace que cambia el idioma de todos los correos a esa dirección. La grabación: donde grabas, elige el idioma que hablan; en ese se hace la transcripción.',
    suggestions: ['Busca el idioma al final de la página.', 'Abre el enlace al final de un correo.'],
  },
  support: {
    questions: [
      '¿Cómo contacto a soporte?',
      'Quiero hablar con una persona',
      'Servicio al cliente, correo o teléfono',
      '¿Cuál es el correo o el número de teléfono de soporte?',
      'Reportar un error o quejarme',
    ],
    answer:
      'Usa Soporte en el menú: escribe tu nombre, tu correo, el tema y qué pasó. Una persona lo lee y responde por correo, normalmente en pocas horas; a quienes tienen la suscripción les responde primero. Agrega el número del acuerdo si se trata de un contrato, y nunca envíes contraseñas ni números de tarjeta.',
    suggestions: ['Ten a mano el número del acuerdo.', 'Di qué esperabas y qué pasó.'],
  },
  'find-contract': {
    questions: [
      '¿Dónde encuentro mis contratos?',
      '¿Qué es el número del acuerdo?',
      '¿Cómo comparto un contrato?',
      'Abrir otra vez un acuerdo viejo, perdí el enlace',
    ],
    answer:
      'Entra y abre el panel: ahí están todos tus contratos con fecha, partes y estado. Cada uno tiene un número de 16 cifras, que se ve como #1234 5678 9012 3456. Ver abre la grabación, la transcripción y el registro; Compartir abre el texto para copiarlo o guardarlo como archivo.',
    suggestions: ['Anota el número del acuerdo.', 'Filtra la lista por estado.'],
  },
};
