/** English texts of the card that shows recordings saved and not paid yet. */
export const savedCardTexts = {
  title: 'Saved, not paid yet',
  lead: (count: number) =>
    count === 1
      ? 'This contract was recorded on this device. Its recording is safe on our server.'
      : 'These contracts were recorded on this device. Their recordings are safe on our server.',
  contract: 'Contract',
  unpaid: 'Not paid yet – it is deleted after 30 days',
  pay: 'Finish and Pay',
  payNamed: (contract: string) => `Finish and Pay: ${contract}`,
  forget: 'Forget',
  forgetNamed: (contract: string) => `Forget: ${contract}`,
  question: 'Forget this contract on this device?',
  detail: (contract: string) =>
    `${contract}: the way to its payment is no longer shown here. Nothing else changes: unpaid, it is deleted after 30 days.`,
  confirm: 'Forget Contract',
  cancel: 'Keep Contract',
};
