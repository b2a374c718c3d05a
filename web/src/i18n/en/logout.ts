/** English texts of logging out. They are loaded with the question. */
export const logoutTexts = {
  question: 'Are you sure you want to logout?',
  detail: 'Your contracts stay where they are. Sign in again at any time.',
  confirm: 'Logout',
  cancel: 'Cancel',
  doneTitle: 'Logged out successfully',
  doneText: 'You have been logged out of your account.',
  untoldTitle: 'Logged out on this device',
  untoldText:
    'We could not reach the server, so your session may still be open there. We try again as soon as this browser can.',
};
