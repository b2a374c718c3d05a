/** English words for how sure it is who agreed: the one place of them on all screens. */
export const consentTexts = {
  title: 'Who agreed',
  grades: {
    unconfirmed: () => 'Not confirmed: answered with the number of the contract alone',
    voice_only: () => 'Voice only',
    same_device: () => 'Answered on the device of party A',
    confirmed_on_screen: () => "Confirmed on a phone that scanned party A's screen",
    confirmed_by_code: (email: string) => `Confirmed with a code sent to ${email}`,
    confirmed_by_link: (email: string) => `Confirmed through the link sent to ${email}`,
    objected: () => 'Objected: says that it was not them',
  },
  means: {
    unconfirmed: 'Whoever knew the number could have answered. Nothing shows that it was this person.',
    voice_only: 'Heard in the recording. Nobody has confirmed whose voice it is.',
    same_device:
      "The browser that answered had party A's login, or had recorded for party A. Party A could have answered alone.",
    confirmed_on_screen:
      'Weaker than the mail: whoever held the phone could confirm, also the person who showed the screen.',
    confirmed_by_code: 'Whoever reads the mail of this address confirmed it.',
    confirmed_by_link: 'Whoever reads the mail of this address confirmed it.',
    objected: 'This objection stays with the contract.',
  },
  alikeDevice:
    'Party A used the same internet address and the same kind of browser: perhaps the same device.',
  kinds: { recording: 'Being recorded', agreement: 'The terms' },
  address: (address: string) => `IP address ${address}`,
  objectionTitle: (name: string) => `${name} says: that was not me`,
  objectionShort: 'Objection: not them',
  objected: (when: string) => `Said on ${when}. Both of you and our support were told.`,
  reason: (words: string) => `“${words}”`,
  before: (words: string) => `Before the objection: ${words}`,
  ask: (name: string) => `Let ${name} confirm`,
  spoken: {
    title: 'What was said',
    said: (name: string, words: string, at: string) => `${name} says at ${at}: “${words}”`,
    notSaid: (name: string) => `${name} is not heard saying “I agree”.`,
    silent: (name: string) => `${name} is not heard in the recording.`,
    unchecked: {
      words: (name: string) =>
        `Whether ${name} says “I agree” could not be checked: the words of this transcript are not reliable, not clear enough or missing in places, or in a language in which this is not looked for. Please listen.`,
      voices: (name: string) =>
        `Whether ${name} says “I agree” could not be checked: nobody could tell the voices apart. Please listen.`,
      taken_back: (name: string) =>
        `${name} says “I agree”, and later something that may take it back. Please listen.`,
    },
    machine: 'Found by a machine in the transcript. The recording counts.',
    alikeTitle: 'The two recordings sound like one person',
    alike: 'A machine says so, and it is often wrong: this is a hint and no proof. Please listen to both.',
  },
  dialog: {
    title: (name: string) => `Let ${name} confirm`,
    description: 'Shows a code to scan with the other phone',
    lead: (name: string) => `${name} scans this with their own phone and says whether it was them.`,
    weaker: (name: string) =>
      `This says less than the link that ${name} gets by email with the finished contract, because you could scan the code yourself. Your log shows that you opened it.`,
    code: 'Code with the address of the confirmation page',
    until: (when: string) => `Can be scanned until ${when}`,
    loading: 'Making the code...',
    failed: 'The code could not be made. Please try again.',
    copy: 'Copy the address',
    onYourDevice: (name: string) =>
      `This was answered on a device of yours, so you could have answered alone. ${name} can confirm it again on their own phone.`,
    done: (words: string) => `Done: ${words}`,
  },
};
