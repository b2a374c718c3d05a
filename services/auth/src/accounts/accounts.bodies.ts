import { EmailAddress, PersonName } from '#platform';
import { PasswordField } from '../passwords/password-field.js';

const SHORT = 'Password must be at least 6 characters';

export class Signup {
  @PersonName({ min: 3, max: 50, message: 'Username must be at least 3 characters' }) username: string;
  @EmailAddress() email: string;
  @PasswordField({ min: 6, message: SHORT }) password: string;
}

export class Login {
  @EmailAddress() email: string;
  @PasswordField({ min: 6, message: SHORT }) password: string;
}
