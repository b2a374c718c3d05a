/** Spanish texts of the card that shows recordings saved and not paid yet. */
export const savedCardTexts = {
  title: 'Guardado, todavía sin pagar',
  lead: (count: number) =>
    count === 1
      ? 'Este contrato se grabó en este dispositivo. La grabación está segura en nuestro servidor.'
      : 'Estos contratos se grabaron en este dispositivo. Las grabaciones están seguras en nuestro servidor.',
  contract: 'Contrato',
  unpaid: 'Todavía sin pagar – se borra a los 30 días',
  pay: 'Terminar y pagar',
  payNamed: (contract: string) => `Terminar y pagar: ${contract}`,
  forget: 'Olvidar',
  forgetNamed: (contract: string) => `Olvidar: ${contract}`,
  question: '¿Olvidar este contrato en este dispositivo?',
  detail: (contract: string) =>
    `${contract}: aquí ya no se muestra cómo pagarlo. Nada más cambia: si no se paga, se borra a los 30 días.`,
  confirm: 'Olvidar el contrato',
  cancel: 'Conservar el contrato',
};
