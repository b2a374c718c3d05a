/** English texts of the contract creation screen. */
export const createTexts = {
  back: 'Back to Home',
  title: 'Create Your Split Second Contract',
  subtitle: (price: string) => `Record your agreement on this page. It is only ${price} to unlock.`,
  recorder: 'Record your agreement',
  previewLead: 'Your whole recording is kept. Here you can play its first 5 seconds.',
  transcription: 'Preview transcription',
  transcriptionNote:
    'A note of who, what and when. The full transcript is made from the sound after payment.',
  again: 'Record Again',
  save: 'Save & Continue',
  saving: 'Saving...',
  beingSaved: 'These details are being saved with the recording, so they cannot be changed now.',
  assistant: 'AI Assistant',
};
