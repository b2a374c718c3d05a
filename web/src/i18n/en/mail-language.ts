/** English words of the page on which a reader chooses the language of our emails. */
export const mailLanguageTexts = {
  titles: { en: 'Emails in English', es: 'Emails in Spanish' },
  lead: 'This is for the address at which you got our email, and for every email we send there from now on. You can change it again at any time.',
  submits: { en: 'Get Emails in English', es: 'Get Emails in Spanish' },
  doneTitle: 'Saved',
  done: {
    en: 'From now on our emails to you are in English.',
    es: 'From now on our emails to you are in Spanish.',
  },
  missingTitle: 'Open the link in your mail',
  missing: 'Each of our emails has a link at its end that leads here and says which language you would like.',
  deadTitle: 'This link is not complete',
  dead: 'Your emails stay as they are. Open the link in our email again, all of it.',
  fallback: 'That did not work. Please try again.',
  home: 'Go to the Home Page',
};
