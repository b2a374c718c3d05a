type Home = typeof import('../en/home').homeTexts;

const scenarios: Home['scenarios']['items'] = [
  {
    title: 'Venta de un carro',
    a: 'María',
    b: 'Tom',
    lines: [
      { who: 'a', text: 'Te vendo mi Civic 2014 por $4,200, tal como está.' },
      { who: 'b', text: 'Ya lo manejé. Pago $4,200 hoy y lo recojo el sábado.' },
    ],
    protection: 'Precio, estado y día de entrega quedan grabados por si alguien los recuerda distinto.',
  },
  {
    title: 'Venta de una consola',
    a: 'Jay',
    b: 'Priya',
    lines: [
      { who: 'a', text: 'La consola funciona, dos controles, $180. Puedes devolverla en tres días.' },
      { who: 'b', text: 'De acuerdo. Pago $180 ahora y te aviso a más tardar el jueves si algo falla.' },
    ],
    protection: 'La promesa de devolución se conserva palabra por palabra, con su fecha.',
  },
  {
    title: 'Limpieza de una casa',
    a: 'Ana',
    b: 'Sr. Lee',
    lines: [
      { who: 'a', text: 'Limpio cocina, baño y dos cuartos cada viernes por $95.' },
      { who: 'b', text: 'Sí, $95 cada viernes, pagados el mismo día. Los productos los pongo yo.' },
    ],
    protection: 'Los dos saben qué cuartos son y quién trae qué, semana tras semana.',
  },
  {
    title: 'Cuidado del jardín',
    a: 'Dev',
    b: 'Carol',
    lines: [
      {
        who: 'a',
        text: 'Corto el pasto de adelante y de atrás dos veces al mes hasta septiembre, $60 por visita.',
      },
      { who: 'b', text: 'De acuerdo. Si llueve, vienes el siguiente día seco.' },
    ],
    protection: 'La temporada, el precio y la regla de la lluvia quedan como se acordaron.',
  },
  {
    title: 'Un préstamo pequeño',
    a: 'Rosa',
    b: 'Ben',
    lines: [
      { who: 'a', text: 'Te presto $600. Me devuelves $100 el primero de cada mes.' },
      { who: 'b', text: 'Recibo $600 prestados y pago $100 al mes, desde el primero de marzo.' },
    ],
    protection: 'Un préstamo entre amigos sigue siendo amistoso cuando las fechas son claras.',
  },
];

const demo: Home['demo']['segments'] = [
  { who: 'a', start: 0, end: 4.2, text: 'Soy María Santos y acepto que me graben.' },
  { who: 'b', start: 4.6, end: 8.1, text: 'Soy Tom Becker y acepto que me graben.' },
  {
    who: 'a',
    start: 8.6,
    end: 14.4,
    text: 'Cuido a los niños el viernes de seis a diez, por dieciocho dólares la hora.',
  },
  {
    who: 'b',
    start: 14.9,
    end: 19.6,
    text: 'Sí, dieciocho la hora, pagados en efectivo cuando llegue a casa.',
  },
  { who: 'a', start: 20, end: 22.4, text: 'Entonces tenemos un acuerdo.' },
];

/** Spanish texts of the marketing home page. */
export const homeTexts: Home = {
  pageTitle: '',
  promise: 'Convierte un acuerdo hablado en una prueba que los dos conservan.',
  lead: 'Graben lo que acuerdan de palabra, y los dos reciben el audio y la transcripción.',
  priceLine: (price: string) => `${price} por contrato`,
  priceDetail: 'Grabar y escuchar una muestra es gratis. Pagas solo para desbloquear.',
  cta: 'Grabar un acuerdo',
  assurances: [
    'Para grabar no necesitas cuenta',
    'La otra persona no paga nada por el contrato',
    'Se guarda en tu dispositivo segundo a segundo',
  ],
  demo: {
    title: 'Lo que reciben los dos',
    label: 'Ejemplo de un contrato terminado',
    example: 'Ejemplo',
    sealed: 'Completado',
    id: '1234567890123456',
    and: 'y',
    a: 'María Santos',
    b: 'Tom Becker',
    play: 'Reproducir el ejemplo',
    pause: 'Pausar el ejemplo',
    silent: 'Este ejemplo se reproduce sin sonido.',
    facts: [
      { name: 'Duración', value: '0:23' },
      { name: 'Huella', value: '7c41d09e…b2e85f16' },
      { name: 'Enviado a', value: 'María y Tom' },
    ],
    segments: demo,
  },
  why: {
    title: 'Por qué la gente lo graba',
    items: [
      {
        name: 'El problema',
        text: 'Se dan la mano, y dos semanas después cada quien recuerda un precio distinto.',
      },
      {
        name: 'La solución',
        text: 'Un minuto de grabación: nombres, condiciones y un sí claro de las dos partes. Con fecha, hora y bien guardado.',
      },
      {
        name: 'Por qué importa',
        text: 'Cuando la memoria y los mensajes no coinciden, una voz que dice “estoy de acuerdo” lo resuelve pronto.',
      },
    ],
  },
  steps: {
    title: 'Cómo funciona',
    items: [
      {
        name: 'Graba el acuerdo',
        text: 'Escribe los dos nombres y presiona grabar; después habla cada quien. La mayoría tarda menos de 60 segundos.',
      },
      {
        name: 'Escucha y confirma',
        text: 'Escúchalo. Graba de nuevo las veces que quieras. Hasta aquí no hace falta una cuenta.',
      },
      {
        name: 'Crea tu cuenta y paga $5',
        text: 'La parte A paga una vez. La parte B no paga nada por el contrato ni necesita cuenta para él.',
      },
      {
        name: 'Usa todo lo que incluye',
        text: 'Grabación completa, transcripción con nombres y tiempos, descarga y un registro de lo que pasó.',
      },
    ],
  },
  scenarios: {
    title: 'Tratos que la gente hace así',
    protection: 'Lo que protege',
    record: 'Graba un trato como este',
    items: scenarios,
  },
  guide: {
    title: 'Cómo grabar bien',
    before: {
      name: 'Antes de empezar',
      items: [
        'Busca un lugar tranquilo y prueba el micrófono.',
        'Ten a mano los datos: nombres, monto, fechas.',
        'Que estén las dos partes, y avisa a todas las personas de que estás grabando.',
      ],
    },
    during: {
      name: 'Durante la grabación',
      items: [
        'Habla claro, y di nombres, montos y condiciones principales.',
        'Que las dos partes confirmen el acuerdo con sus propias palabras.',
        'Que la grabación dure menos de 10 minutos.',
      ],
    },
  },
  features: {
    title: 'Lo que trae cada contrato',
    items: [
      {
        icon: 'scale',
        name: 'Validez legal',
        text: 'Las dos voces, los dos nombres y un sí claro, con hora y huella.',
      },
      {
        icon: 'shield',
        name: 'Protección del pago',
        text: 'El dinero puede esperar seguro hasta que se cumpla lo acordado.',
      },
      {
        icon: 'text',
        name: 'Transcripción con IA',
        text: 'Quién dijo qué, y cuándo, hecha a partir de la grabación cuando la pidas.',
      },
      { icon: 'camera', name: 'Fotos', text: 'Agrega una imagen del producto o del documento.' },
      {
        icon: 'clock',
        name: 'Guardado 30 días',
        text: 'La grabación y la transcripción siguen disponibles 30 días después del pago.',
      },
      {
        icon: 'download',
        name: 'Descarga y comparte',
        text: 'El audio original y el texto son tuyos.',
      },
    ],
  },
  last: {
    title: '¿Tienes un trato que hacer hoy?',
    text: 'Dos nombres, dos correos, un minuto.',
    onePage: '¿Prefieres formulario, grabadora y asistente en una sola página?',
    onePageLink: 'Créalo ahí',
  },
};
