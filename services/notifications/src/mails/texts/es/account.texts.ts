import type { accountTexts as english } from '../en/account.texts.js';
import type { Translated } from '../en/texts.js';

const security = 'Tienes una cuenta con nosotros, y te avisamos siempre que cambia algo importante en ella.';

/** Cuentas y suscripciones. */
export const accountTexts: Translated<typeof english> = {
  accountCreated: {
    subject: 'Tu cuenta está creada',
    title: 'Tu cuenta está creada',
    lead: 'Confirma, por favor, que esta dirección es tuya. Hasta entonces, los correos sobre tus contratos van a la dirección escrita en cada uno, y como la otra parte no puedes pagar ni cobrar desde tu cuenta con la protección del pago.',
    notYou:
      '¿No fuiste tú? Entonces no la confirmes. Puedes hacer tuya la cuenta: en nuestra página de inicio de sesión escribe tu dirección, pulsa «¿Olvidaste tu contraseña?» y elige una nueva contraseña; se cierra la sesión de quien la creó. O responde a este correo y cerramos la cuenta; tu dirección queda libre para ti.',
    why: 'Se creó una cuenta con esta dirección.',
  },

  addressVerification: {
    subject: 'Confirma tu dirección de correo',
    title: 'Confirma tu dirección de correo',
    lead: 'Confirma, por favor, que esta dirección es tuya. Desde entonces, los correos sobre tus contratos van ahí, y si un contrato la indica como la de la otra parte, puedes pagar y cobrar desde tu cuenta con la protección del pago.',
    notYou: 'Si no sabes de qué se trata, no tienes que hacer nada.',
    why: 'Esta dirección se indicó como la de una cuenta.',
  },

  confirm: { until: 'Sirve hasta', button: 'Confirmar esta dirección' },

  passwordChanged: {
    subject: 'Tu contraseña cambió',
    title: 'Tu contraseña cambió',
    lead: 'La contraseña de tu cuenta cambió. La sesión se cerró en todos los demás dispositivos.',
    wasYou: 'Si fuiste tú, no tienes que hacer nada.',
    undo: 'Si no fuiste tú, elige ahora una contraseña nueva. Así se cierra la sesión de quien haya entrado en tu cuenta. Después responde a este correo y lo revisamos contigo.',
    button: 'Elegir una contraseña nueva',
    why: security,
  },

  emailChanged: {
    subject: 'La dirección de correo de tu cuenta cambió',
    title: 'Tu dirección de correo cambió',
    lead: 'Tu cuenta tiene una nueva dirección de correo. Desde ahora los correos sobre tu cuenta y tus contratos van ahí; este es el último a la dirección anterior. En los contratos mismos la dirección queda como se escribió.',
    oldEmail: 'Dirección anterior',
    newEmail: 'Dirección nueva',
    wasYou: 'Si fuiste tú, no tienes que hacer nada.',
    undo: 'Si no fuiste tú, responde a este correo o escribe a soporte, y recuperamos contigo la dirección anterior.',
    why: 'Esta era la dirección de la cuenta, y un cambio siempre se avisa a la dirección anterior.',
  },

  accountDisabled: {
    subject: 'Tu cuenta fue desactivada',
    title: 'Tu cuenta fue desactivada',
    lead: 'Un administrador desactivó tu cuenta. Ya no puedes entrar, y la sesión se cerró en todos los dispositivos.',
    safe: 'Tus contratos y grabaciones están a salvo.',
    undo: 'Si crees que es un error, responde a este correo o escribe a soporte.',
    why: security,
  },

  accountEnabled: {
    subject: 'Tu cuenta está abierta de nuevo',
    title: 'Tu cuenta está abierta de nuevo',
    lead: 'Un administrador volvió a abrir tu cuenta. Puedes entrar como antes.',
    button: 'Entrar',
    why: security,
  },

  passwordReset: {
    subject: 'Elige una contraseña nueva',
    title: 'Elige una contraseña nueva',
    lead: 'Alguien, esperamos que tú, pidió una contraseña nueva para tu cuenta.',
    until: 'Sirve hasta',
    button: 'Elegir una contraseña nueva',
    once: 'El enlace sirve una sola vez. Es solo tuyo.',
    notYou: 'Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue igual.',
    why: 'Se pidió una contraseña nueva con esta dirección.',
  },

  subscription: {
    changes: {
      started: {
        subject: 'Tu suscripción comenzó',
        lead: (amount, longest) =>
          `Tu suscripción mensual comenzó. Recibimos ${amount}. Los contratos nuevos de hasta ${longest} no cuestan nada más y se guardan un año.`,
      },
      'bank-refused': {
        subject: 'Tu banco no pagó tu suscripción',
        lead: (amount) =>
          `Tus contratos están a salvo. Tu banco no envió el pago de ${amount} de tu suscripción mensual, y no se cobró nada. Mientras no se pague, los contratos nuevos no están cubiertos. Puedes pagar de otra forma en la página de tu suscripción.`,
      },
      renewed: {
        subject: 'Tu suscripción se renovó',
        lead: (amount) => `Tu suscripción mensual continúa. Recibimos ${amount}.`,
      },
      'payment-failed': {
        subject: 'Tu suscripción no se pudo renovar',
        lead: (amount) =>
          `Tus contratos están a salvo. El pago de ${amount} de tu suscripción mensual no se pudo hacer. Puedes pagarlo o confirmarlo ahora mismo en la página de tu suscripción, también con otra tarjeta. Si no, en los próximos días intentaremos de nuevo con tu tarjeta.`,
      },
      cancelled: {
        subject: 'Tu suscripción se canceló',
        lead: () =>
          'Tu suscripción mensual se canceló: no se cobra nada más. Sigue hasta el final de lo que pagaste, y hasta entonces se puede reanudar en su página. Si no fuiste tú quien la canceló, responde a este correo.',
      },
      resumed: {
        subject: 'Tu suscripción se reanudó',
        lead: (amount) =>
          `Tu suscripción mensual continúa: se anuló su cancelación. Cuando termine lo que pagaste, se renueva por ${amount} al mes, hasta que se cancele en su página. Si no fuiste tú quien la reanudó, responde a este correo.`,
      },
      ended: {
        subject: 'Tu suscripción terminó',
        lead: () =>
          'Tu suscripción mensual terminó y no se cobra nada más. Los contratos que hiciste con ella conservan su año de almacenamiento.',
      },
    },
    payNow: 'Pagar ahora',
    open: 'Abrir tu suscripción',
    plan: 'Plan',
    monthly: 'Mensual, acuerdos Estándar sin límite',
    amount: 'Monto',
    perMonth: (amount) => `${amount} al mes`,
    paidUntil: 'Pagado hasta',
    receipt: 'Recibo',
    why: 'Te suscribiste, y te avisamos siempre que cambia algo de la suscripción o de su pago.',
  },

  subscriptionRefund: {
    subject: (amount) => `Te devolvemos ${amount}`,
    title: 'Tu dinero vuelve a ti',
    lead: (amount) =>
      `Te devolvemos ${amount}. Tu pago de un mes más llegó cuando tu suscripción ya había terminado.`,
    ended: 'Tu suscripción terminó y no se cobra nada más.',
  },
};
