/** English words of the page to which the link of a file leads that cannot be opened. */
export const fileUnavailableTexts = {
  /** By the code of the error; `other` for every one that is not named. */
  reasons: {
    not_ready: {
      title: 'The file is not ready yet',
      text: 'The contract is still being sealed. That takes a few minutes; then the link in the email opens. Nothing is lost.',
    },
    recording_expired: {
      title: 'The file is no longer kept',
      text: 'Access to this contract has ended, and recording and transcript were deleted. The certificate and the log stay: whoever made the contract finds them in their account.',
    },
    agreement_not_found: {
      title: 'This link does not open',
      text: 'It may be cut off: open the link in the email again, all of it. A newer email may also have a newer link. Whoever made the contract finds the file in their account.',
    },
    too_many_requests: {
      title: 'Too many requests at once',
      text: 'Please wait a minute, then open it again. Nothing is lost.',
    },
    other: {
      title: 'The file cannot be opened right now',
      text: 'Please try again in a few minutes. If it stays like this, write to our support.',
    },
  },
  again: 'Try Again',
  contracts: 'Your Contracts',
  support: 'Contact Support',
};
