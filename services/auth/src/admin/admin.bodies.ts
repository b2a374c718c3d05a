import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { EmailAddress, PageQuery, Text } from '#platform';
import { PasswordField } from '../passwords/password-field.js';

const BOTH = 'Please enter both email and password';
const REASON = 'Please give a reason of 3 to 500 characters';

export class AdminLogin {
  @EmailAddress({ message: BOTH }) email: string;
  @PasswordField({ min: 1, message: BOTH }) password: string;
}

export class AccountActReason {
  @Text({ min: 3, max: 500, message: REASON }) reason: string;
}

/** An act of an administrator in another service. */
export class AdminActRecord {
  @Text({ max: 100 }) act: string;
  @Text({ max: 200 }) subject: string;
  @Text({ min: 3, max: 500, message: REASON }) reason: string;
}

export class UsersQuery extends PageQuery {
  /** How the username or the address begins. */
  @Text({ max: 254, optional: true }) q?: string;

  @ApiProperty({ required: false, example: '17,44', description: 'These accounts alone, 100 at most' })
  @IsOptional()
  @Matches(/^\d{1,10}(,\d{1,10}){0,99}$/, { message: 'Please name accounts by their numbers.' })
  ids?: string;
}
