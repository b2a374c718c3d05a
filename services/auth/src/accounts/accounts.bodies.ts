import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { EmailAddress, Text } from '#platform';

const SHORT = 'Password must be at least 6 characters';
/** Longer than any passphrase; bounds the work of hashing. Characters. */
const MAX_PASSWORD = 128;

export class Signup {
  @Text({ min: 3, max: 50, message: 'Username must be at least 3 characters' }) username: string;
  @EmailAddress() email: string;
  @ApiProperty({ minLength: 6, maxLength: MAX_PASSWORD })
  @IsString({ message: SHORT })
  @Length(6, MAX_PASSWORD, { message: SHORT })
  password: string;
}

export class Login {
  @EmailAddress() email: string;
  @ApiProperty({ minLength: 6, maxLength: MAX_PASSWORD })
  @IsString({ message: SHORT })
  @Length(6, MAX_PASSWORD, { message: SHORT })
  password: string;
}
