/** English texts of the question before a screen is left that would lose a recording or a text. */
export const leavingTexts = {
  question: 'Leave this page?',
  loses: {
    recording: 'What you said so far is safe on this device. The recording stops when you leave.',
    unkept:
      'The recording stops when you leave. This browser keeps no copy, so what you said so far is lost.',
    memory:
      'Your recording is kept only while this page is open. If you leave before it is sent, it is lost.',
    sending: 'Your recording is safe on this device. If you leave now, it is not sent.',
    text: 'What you have written was not sent. If you leave now, it is lost.',
  },
  stay: 'Stay',
  leave: 'Leave',
};
