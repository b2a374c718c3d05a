/** Spanish words of the question before a contract is cancelled. */
export const cancelDialogTexts: typeof import('../en/cancel-dialog').cancelDialogTexts = {
  title: 'Cancelar este contrato',
  description: 'Termina el contrato para las dos partes',
  pending:
    'La grabación se borra enseguida de nuestro servidor. Nadie paga, y la parte B no se entera de nada. Esto no se puede deshacer.',
  awaiting: (b: string) => `El enlace de ${b} deja de funcionar y le avisamos. Esto no se puede deshacer.`,
  paid: 'Si pagaste este contrato, el pago no se devuelve: lo guardamos para ti y con él se paga tu próximo contrato si lo completas en un plazo de 30 días.',
  reason: 'Motivo',
  reasonHint: 'Hasta 500 caracteres. Queda en el registro.',
  reasonHintRemote: (b: string) =>
    `Hasta 500 caracteres. Queda en el registro. A ${b} le avisamos que cancelaste, no por qué.`,
  tooLong: 'Escribe menos de 500 caracteres',
  confirm: 'Cancelar contrato',
  sending: 'Cancelando...',
  keep: 'Conservar contrato',
  done: 'Contrato cancelado',
  failed: 'No se pudo cancelar el contrato. Inténtalo de nuevo.',
};
