/** Spanish texts of the payment form alone, as no other screen needs them. */
export const paymentFormTexts: typeof import('../en/payment-form').paymentFormTexts = {
  methods: {
    label: 'Forma de pago',
    card: 'Tarjeta',
    applePay: 'Apple Pay (simulado)',
    googlePay: 'Google Pay (simulado)',
  },
  methodNotes: {
    card: 'Tarjetas de prueba, con el nombre de lo que hacen. No hay campo para un número de tarjeta.',
    applePay: 'Hace las veces de Apple Pay. No se abre ninguna billetera ni se consulta tu dispositivo.',
    googlePay: 'Hace las veces de Google Pay. No se abre ninguna billetera ni se consulta tu dispositivo.',
  },
  outcomes: {
    succeeds: { label: 'Sale bien', hint: 'El pago se acepta.' },
    declined: { label: 'Rechazada', hint: 'El banco rechaza la tarjeta.' },
    insufficient: { label: 'Sin fondos', hint: 'No hay suficiente dinero en la tarjeta.' },
    authentication: {
      label: 'Pide confirmación',
      hint: 'El banco te pide confirmar en su propia página.',
    },
    processing: { label: 'En proceso', hint: 'El banco tarda diez segundos y después acepta.' },
    neverLoads: { label: 'Nunca carga', hint: 'El formulario de pago no aparece.' },
  },
  openNever: 'Abrir el formulario que nunca carga',
  loadingForm: 'El formulario de pago se está cargando.',
  slowTitle: 'Sigue cargando',
  blockerHint: 'Desactiva los bloqueadores de anuncios en esta página e inténtalo de nuevo.',
  notLoadedTitle: 'El formulario de pago no cargó',
  offline: 'No tienes conexión. Paga cuando vuelva la red.',
  notTwice: 'Puedes intentarlo de nuevo con tranquilidad: el mismo pago no se puede cobrar dos veces.',
  unconfirmedTitle: 'Primero confirma tu cuenta bancaria',
  unconfirmedText: 'Stripe te envía un correo con el siguiente paso. Nada queda pagado hasta que lo hagas.',
  payByCard: 'También puedes pagar aquí con tarjeta: el mismo pago no se puede cobrar dos veces.',
  changedTitle: 'Este pago ha cambiado',
  changedText: 'Se cambió en otra página u otro dispositivo. Mira de nuevo el importe antes de pagar.',
};
