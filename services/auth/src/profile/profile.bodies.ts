import { EmailAddress, PersonName } from '#platform';

export class Profile {
  @PersonName({ min: 2, max: 50, message: 'Username must be at least 2 characters' }) username: string;
  @EmailAddress() email: string;
}
