/** English texts of the page on which administrators sign in. It is loaded before anything else of theirs. */
export const adminLoginTexts = {
  title: 'Admin Login',
  lead: 'For employees. Everything done here is recorded with your name.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign In',
  submitting: 'Signing In...',
  failed: 'Login Failed',
  bothRequired: 'Please enter both email and password',
  invalid: 'Invalid admin credentials',
  invalidShort: 'Invalid credentials',
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  unreachable: 'We cannot reach the server. Check your connection and try again.',
  notEmployee: 'Not an employee?',
  userLogin: 'Sign in to your contracts',
};
