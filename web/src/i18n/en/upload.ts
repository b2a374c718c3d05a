/** English texts of a recording that was made elsewhere, for the screens that take one. */
export const uploadTexts = {
  title: 'Recorded elsewhere?',
  choose: 'Upload Audio File',
  instead: 'Upload an audio file instead',
  text: 'Use a voice memo or another recording that is on this device already.',
  sentAtOnce: 'It is sent for processing at once.',
  consent: 'By uploading you confirm that everyone heard in it agreed to be recorded.',
  invalid: 'Invalid File',
  invalidText: 'Please select an audio file',
  tooLarge: (limit: string) => `Please select an audio file of up to ${limit}`,
  empty: 'No Recording',
  emptyText: 'There is nothing in this file. Please choose another one.',
  tooLong: 'Recording Too Long',
  tooLongText: (d: { plan: string; limit: string; length: string }) =>
    `The ${d.plan} plan takes up to ${d.limit}; this recording is ${d.length} long. Please choose a shorter one.`,
};
