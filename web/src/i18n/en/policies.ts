/** English texts of the pages about terms, privacy, refunds and who runs this. */
export const policiesTexts = {
  incompleteTitle: 'This page is not complete yet',
  incomplete:
    'Whoever runs this installation has not given their name, address and applicable law. Until then, treat it as a trial and do not rely on it.',
  support: 'Write to our support',
  others: 'Also here',
  terms: {
    title: 'Terms',
    lead: 'What you get, what it costs, and what each side promises.',
    sections: [
      {
        title: 'What this is',
        text: 'Split Second Contract records a spoken agreement, keeps it, writes it down by computer, and gives both people proof of what was said and when. It is not a law firm and gives no legal advice. Whether an agreement is binding depends on where you live and what you agree.',
      },
      {
        title: 'What you promise',
        text: 'Everyone who can be heard knows that they are recorded and agrees to it. You use your own name and an email address that is yours. You record nothing that is against the law, and no one against their will.',
      },
      {
        title: 'What it costs',
        text: 'One contract costs what is shown before you pay. Recording costs nothing. A recording that is not paid within 30 days is deleted. A paid one is kept for as long as the page of the contract says.',
      },
      {
        title: 'The subscription',
        text: 'It covers new contracts of the plans that its page names, each kept for a year. It is renewed every month, and the month is charged when it begins, until it is cancelled on its page. Cancelled, it stays until the end of the month that is paid, and can be resumed until then. Cancelled while a renewal is not paid yet, it ends at once. So it does when your bank takes its newest month back. While a renewal is refused, new contracts are not covered.',
      },
      {
        title: 'Payment protection',
        text: 'Money that is held belongs to neither side until it is released or goes back. The fee is taken only from what is released to the seller. When a problem is reported, our support hears both sides and decides.',
      },
      {
        title: 'What we promise',
        text: 'We keep your recording exactly as it was made and say so when we cannot. What a computer writes down can be wrong: the recording is what counts. We change nothing in a contract after both have agreed.',
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What is kept of you, why, and for how long.',
    sections: [
      {
        title: 'What is kept',
        text: 'The names and email addresses in a contract, the recordings, a photo if you add one, the transcript, and a log of what happened with time, IP address and browser. Payments: amount, time and the number of the payment. Card numbers never reach us.',
      },
      {
        title: 'Why',
        text: 'To prove to both of you what was agreed, to send you what belongs to it, and to take the payment. Nothing is sold, and nothing is used for advertising.',
      },
      {
        title: 'Who else sees it',
        text: 'The other person in the contract. The payment provider, for payments. The mail server that delivers our mails. Where the operator has chosen a speech or language service of another company, that company receives the sound, the transcript, or what you ask the assistant with the last messages of the chat, the kind of agreement and the plan; otherwise it is done on our own machines.',
      },
      {
        title: 'How long',
        text: 'Recordings that are not paid: 30 days. Paid ones: until the day that the contract names. After that the sound, the photo and the transcript are deleted; the fingerprints and the log stay as proof. Backups that were made before keep what was deleted for 30 days more at most.',
      },
      {
        title: 'Your rights',
        text: 'You may ask what we keep of you, have it corrected, have a recording deleted early where the other person does not need it as proof, and have your account closed: nobody can sign in to it then, while its name and address stay with the log of your contracts. Write to us.',
      },
      {
        title: 'In your browser',
        text: 'What keeps you signed in, your choices such as language and colours, your name and email for the next contract, and the number and names of contracts that wait for payment; signing out removes the names and the email. Also your recordings, with the names and email addresses that you typed for them: until they are sent or discarded; a copy of what was sent is deleted when you record again after 30 days. Signing out does not delete them; clearing the data of this site in your browser does. No tracking.',
      },
    ],
  },
  refunds: {
    title: 'Refunds',
    lead: 'When money goes back, and how fast.',
    sections: [
      {
        title: 'The contract came to nothing',
        text: 'Cancelled before the other person was asked: what you paid goes back. Ended after that, because they declined or did not answer, or because you or our support cancelled it: your payment is not paid back, but kept for you, and pays your next contract within 30 days.',
      },
      {
        title: 'A transcript by a person that is late or has mistakes',
        text: 'It is delivered within 24 hours of your payment, or the money goes back by itself. Where it has mistakes, tell our support: it is corrected free of charge.',
      },
      {
        title: 'Something did not work',
        text: 'Tell our support. Where we could not do what you paid for, the money goes back.',
      },
      {
        title: 'Money that is held',
        text: 'Not marked as delivered or received for 30 days: you can take it back yourself. Reported a problem: our support decides and gives the reason. The seller can give it back at any time.',
      },
      {
        title: 'The subscription',
        text: 'A month that has begun and is paid is not paid back when you cancel: the subscription stays until its end. What is charged for a month after the subscription has ended goes back by itself.',
      },
      {
        title: 'How fast',
        text: 'We send it back at once. Your bank can take 5 to 10 days to show it.',
      },
    ],
  },
  runBy: (who: string) => `Run by ${who}`,
  underLaw: (law: string) => `Law that applies: ${law}`,
  about: {
    title: 'Who runs this',
    lead: 'The people behind this installation of Split Second Contract.',
    name: 'Name',
    address: 'Address',
    email: 'Email',
    law: 'Law that applies',
    unknown: 'Not given yet',
  },
};
