/** English words of the page on which a reader chooses the language of our e-mails. */
export const mailLanguageTexts = {
  titles: { en: 'E-Mails in English', es: 'E-Mails in Spanish' },
  lead: 'This is for the address at which you got our e-mail, and for every e-mail we send there from now on. You can change it again at any time.',
  submits: { en: 'Get E-Mails in English', es: 'Get E-Mails in Spanish' },
  doneTitle: 'Saved',
  done: {
    en: 'From now on our e-mails to you are in English.',
    es: 'From now on our e-mails to you are in Spanish.',
  },
  missingTitle: 'Open the link in your mail',
  missing:
    'Each of our e-mails has a link at its end that leads here and says which language you would like.',
  deadTitle: 'This link is not complete',
  dead: 'Your e-mails stay as they are. Open the link in our e-mail again, all of it.',
  fallback: 'That did not work. Please try again.',
  home: 'Go to the Home Page',
};
