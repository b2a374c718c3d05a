import { SearchTerms } from './search-terms.js';

/** Words that say nothing about the subject of a question. */
const stopWords = `a al algo alguien alguna alguno algunos ante antes aqui asi aun aunque bien cada casi como con cosa cosas
  cual cuales cualquier cuando cuanta cuantas cuanto cuantos dar de debe debemos deben debo del desde despues dice
  dicen digo dije dijo donde dos e el ella ellas ellos en entonces entre era es esa ese eso esta estan estar este esto
  estos estoy fue ha hace hacen hacer hago hay haya he la las le les lo los mas me mi mientras mis misma mismo mucho
  muchos muy o otra otras otro otros para pero poco por porque puede pueden puedo podemos que quiero quiere quien
  quienes queremos se sea ser si sobre solo son soy su sus tal tambien tan te tener tengo tenemos tiene tienen tuve todo
  todos tu tus u un una unas uno unos ustedes usted va vamos voy y ya yo ti nos nosotros nuestra nuestro pasa pasar
  sirve sirven saber sabe saben se debemos conviene dame dime hola gracias favor pregunta ayuda explicame lado parte
  exactamente mejor`;

/** Words for the same thing: each line is found by any of its words. */
const sameThing = `
  pagar pago pagos pague pagado pagada paga pagan pagarme
  precio cuesta cuestan costar costo caro barato vale valer cobran tarifa
  cuota cuotas plazos mensualidad mensualidades
  efectivo billetes
  atrasa atraso atrasado atrasada tarde retraso demora
  prestar prestamo presto prestado prestada prestan
  reembolso devolucion devolver devuelve devuelven devuelvan devuelto recuperar
  anticipo deposito enganche adelanto adelantado
  terminar termina terminado terminada fin final salir
  cancelar cancela cancelo cancelado cancelada anular baja
  desacuerdo disputa disputas conflicto pelea pelear peleando discutir
  tribunal juicio corte demandar
  abogado abogada
  mediador mediacion arbitraje
  responsabilidad responsable responde
  dano danos danado danada roto rota rompe rompio
  lesion lastima lastimado accidente
  garantia
  valido valida vinculante obliga
  menor menores adolescente
  empresa negocio compania empleado
  testigo testigos
  microfono
  proteccion protegido protegida retenido retenida retiene retener
  vendedor vendedora vende vender vendo vendi venta
  comprador compradora compra comprar
  transcripcion transcribir transcribe transcribirlo transcriben
  sonido audio oiga oye oir
  grabacion grabar graba grabo grabado grabaciones grababa grabando grabamos
  borrar borra borran borren borrado eliminar elimino elimina eliminan quitar quito
  amenaza amenazan amenazo amenazaron amenazando amenazarme chantaje chantajea chantajean chantajear chantajearme
  obligar obligan obligarme obligaron forzar forzaron forzado forzada forzo fuerzan
  presion presiona presionan presionado presionada presionaron presionar presionarme
  miedo temor
  falso falsa falsificado falsificada falsificaron falsificar imitacion pirata
  robado robada robaron robo
  hackear hackearon hackeado hackeada hackeo
  reclamar reclamo reclamarle reclamarlo
  quejarme quejarse queja
  guardar guarda guardan guardado almacenamiento almacenan conserva conservar
  correo correos email mail
  invitacion invitar invitada invitado
  rechazar rechaza rechazo rechazado rechazaron niega negarse
  foto fotos imagen fotografia
  huella hash sha
  alterar altero cambio cambiar cambiado cambiados cambie modificar
  suscripcion suscribirme mensual ilimitado ilimitada
  recibo recibos factura comprobante
  registrarme registrarse cuenta
  soporte ayudante atencion
  privado privada privados privacidad
  navegador chrome safari firefox
  telefono celular movil iphone android
  carro auto coche vehiculo moto
  casa vivienda hogar
  apartamento departamento piso
  terreno lote parcela
  testamento herencia heredar
  aval avalar fiador
  alquiler alquilar alquilo renta rentar
  ninera cuidar cuida cuidado ninos
  limpieza limpiar limpia
  jardin cesped
  idioma espanol ingles lengua
  entrega entregar entregado entregaron entregue envio llego llega llegar
  lluvia llueve tormenta
  enfermo enferma enfermedad
  renovar renueva renovacion alargar
  voz voces
  error errores equivoque equivocado equivocadas mal
  duracion dura durar minutos
  prueba probar pruebo
  ley legal legalmente
  firma firmar firmado firmo
  identidad identificacion identificaciones
  lejos distancia
  descargar descargo descarga descargarlo
  intereses recargo multa comision porcentaje
  gratis gratuito
  escuchar escucho escucha
  dinero plata
  persona humana humano
  perdi perdio perdido
  contrasena clave
  revisar reviso revision
  liberar libera libero liberan
  cobrar cobro
  nombre nombres
  registro historial
  liga enlace
  archivo archivos
  explica significa`;

/** The common part of a word's forms: without the endings of number, gender and the commonest ones of verbs. */
function stem(word: string): string {
  let root = word;
  if (root.endsWith('es') && root.length > 5) root = root.slice(0, -2);
  else if (root.endsWith('s') && root.length > 4) root = root.slice(0, -1);
  for (const ending of ['aciones', 'acion', 'cion', 'mente', 'ando', 'iendo']) {
    if (root.endsWith(ending) && root.length - ending.length > 3) return root.slice(0, -ending.length);
  }
  return root.length > 4 && /[aeo]$/.test(root) ? root.slice(0, -1) : root;
}

export const spanishTerms = new SearchTerms({
  stem,
  stopWords,
  sameThing,
  negations: 'no nunca ni nadie ningun ninguna ninguno sin',
  common: 'acuerdo acordar acordamos contrato trato dia dias dolares',
  joined: [
    // Buttons, not people.
    [/\bpresion\p{L}+(?=\s+(?:(?:el|la)\s+)?(?:bot[oó]n|tecla|pantalla|icono|grabar)(?!\p{L}))/giu, 'pulsar'],
    // A contract “obliga”, whereas somebody “obligó” or “obliga a firmar”.
    [/\boblig(?:ó|ando|aban?)(?!\p{L})/giu, 'obligar'],
    [/\boblig[oa](?=\s+a\s+(?:decir|aceptar|firmar|grabar|consentir)(?!\p{L}))/giu, 'obligar'],
    [/\bcu[aá]ntos años(?=\s+(?:hay|debo|debe|tengo) (?:que )?(?:tener|haber)(?!\p{L}))/giu, 'edad'],
    [/\bvolver a grabar\b/gi, 'repetir'],
    [/\botra vez\b/gi, 'repetir'],
    [/\bde nuevo\b/gi, 'repetir'],
  ],
});
