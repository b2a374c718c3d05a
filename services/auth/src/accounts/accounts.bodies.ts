import { ApiProperty } from '@nestjs/swagger';
import { EmailAddress, PersonName } from '#platform';
import { PasswordField } from '../passwords/passwords.module.js';
import { User } from '../users/users.module.js';

const BOTH = 'Please enter both email and password';
const SHORT = 'Password must be at least 6 characters';

export class Signup {
  @PersonName({
    ...{ min: 3, message: 'Username must be at least 3 characters' },
    ...{ max: 50, tooLong: 'Username must be at most 50 characters' },
  })
  username: string;
  @EmailAddress() email: string;
  @PasswordField({ min: 6, message: SHORT }) password: string;
}

export class Login {
  @EmailAddress() email: string;
  @PasswordField({ min: 6, message: SHORT }) password: string;
}

export class AdminLogin {
  @EmailAddress({ missing: BOTH }) email: string;
  @PasswordField({ min: 1, message: BOTH }) password: string;
}

export class AdminLoginAnswer {
  @ApiProperty({ enum: [true], example: true }) success: true;
  @ApiProperty({
    description:
      'Bearer token for the socket and for calls elsewhere, valid for at most 12 hours; calls under /api/admin take the cookie ssc_admin of this answer instead',
  })
  token: string;
  @ApiProperty() user: User;
  @ApiProperty({ example: 'Login successful' }) message: string;
}
