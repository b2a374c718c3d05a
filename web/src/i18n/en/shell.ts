/** English texts of what is around every screen; all that the first one needs. */
export const shellTexts = {
  app: {
    testMode: 'Test mode',
    name: 'Split Second Contract',
    title: (page: string) =>
      page && page !== 'Split Second Contract' ? `${page} · Split Second Contract` : 'Split Second Contract',
    testTitle: (title: string) => `TEST · ${title}`,
    skip: 'Skip to content',
    nowSignedIn: (name: string) => `You are now signed in as ${name}`,
    loading: 'Loading',
    notLegalAdvice: 'Split Second Contract keeps proof of what was said. It does not give legal advice.',
    bindingNote: 'Spoken agreements can be binding; it depends on where you live and what you agree.',
    footerLine: 'Record it, both keep it.',
  },
  nav: {
    label: 'Main',
    home: 'Split Second Contract, home',
    howItWorks: 'How it Works',
    signIn: 'Sign In',
    signUp: 'Sign Up',
    dashboard: 'Dashboard',
    createContract: 'Create Contract',
    account: 'Account',
    profile: 'Profile Settings',
    receipts: 'Receipts',
    subscription: 'Subscription',
    support: 'Support',
    verify: 'Verify an agreement',
    policies: { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', about: 'Who runs this' },
    admin: 'Administration',
    logout: 'Logout',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    footer: 'Footer',
    language: 'Language',
    languageBusy: 'Not now',
    languageBusyText: 'Something is being recorded or sent. Finish that first, then change the language.',
  },
  common: {
    close: 'Close',
    tryAgain: 'Try Again',
    optional: 'optional',
    error: 'Error',
    notifications: 'Notifications',
    offline: 'You are offline. What you recorded stays on this device.',
    offlineWaiting: (count: number) =>
      count === 1
        ? 'You are offline. 1 recording waits to be sent.'
        : `You are offline. ${count} recordings wait to be sent.`,
    waiting: (count: number) =>
      count === 1 ? '1 recording waits to be sent.' : `${count} recordings wait to be sent.`,
    sendingWaiting: (count: number) =>
      count === 1 ? 'Sending 1 recording from before.' : `Sending ${count} recordings from before.`,
  },
  theme: {
    label: 'Colours',
    names: { system: 'As on this device', light: 'Light', dark: 'Dark' },
  },
  missingPart: {
    title: 'Not loaded',
    text: 'This part of the page did not arrive. Check your connection, or load the page again.',
    reload: 'Load the page again',
  },
  crash: {
    title: 'Something went wrong',
    text: 'We encountered an unexpected error. This has been logged and our team will investigate.',
    again: 'Try Again',
    home: 'Go Home',
  },
};
