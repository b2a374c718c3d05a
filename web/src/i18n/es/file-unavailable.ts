/** Spanish words of the page to which the link of a file leads that cannot be opened. */
export const fileUnavailableTexts: typeof import('../en/file-unavailable').fileUnavailableTexts = {
  reasons: {
    not_ready: {
      title: 'El archivo todavía no está listo',
      text: 'El contrato se está sellando. Tarda unos minutos; después se abre el enlace del correo. No se pierde nada.',
    },
    recording_expired: {
      title: 'El archivo ya no se conserva',
      text: 'El acceso a este contrato terminó, y la grabación y la transcripción se borraron. El certificado y el registro quedan: quien hizo el contrato los encuentra en su cuenta.',
    },
    agreement_not_found: {
      title: 'Este enlace no abre',
      text: 'Quizá está cortado: abre de nuevo el enlace del correo, completo. También puede haber un correo más nuevo con otro enlace. Quien hizo el contrato encuentra el archivo en su cuenta.',
    },
    too_many_requests: {
      title: 'Demasiadas solicitudes a la vez',
      text: 'Espera un minuto y ábrelo de nuevo. No se pierde nada.',
    },
    other: {
      title: 'El archivo no se puede abrir ahora',
      text: 'Inténtalo de nuevo en unos minutos. Si sigue así, escribe a nuestro soporte.',
    },
  },
  again: 'Intentar de nuevo',
  contracts: 'Tus contratos',
  support: 'Contactar a soporte',
};
