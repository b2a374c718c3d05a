/** English words of the question before a contract is cancelled. */
export const cancelDialogTexts = {
  title: 'Cancel this contract',
  description: 'Ends the contract for both parties',
  pending:
    'The recording is deleted from our server at once. Nobody pays, and party B hears nothing. This cannot be undone.',
  awaiting: (b: string) => `The link of ${b} stops working and they are told. This cannot be undone.`,
  paid: 'If you paid for this contract, your payment is not paid back: it is kept for you and pays your next contract within 30 days.',
  reason: 'Reason',
  reasonHint: 'Up to 500 characters. It is kept in the log.',
  reasonHintRemote: (b: string) =>
    `Up to 500 characters. It is kept in the log. ${b} is told that you cancelled, not why.`,
  tooLong: 'Please keep it under 500 characters',
  confirm: 'Cancel Contract',
  sending: 'Cancelling...',
  keep: 'Keep Contract',
  done: 'Contract cancelled',
  failed: 'The contract could not be cancelled. Please try again.',
};
