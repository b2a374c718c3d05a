import { ApiProperty } from '@nestjs/swagger';
import { NewPassword, PasswordField } from './password-field.js';

export class PasswordChange {
  @PasswordField({ min: 1, message: 'Current password is required' }) currentPassword: string;
  @NewPassword() newPassword: string;
}

export class PasswordConfirmation {
  @PasswordField({ min: 1, message: 'Please enter your password' }) password: string;
}

export class PasswordSaved {
  @ApiProperty({ enum: [true], example: true }) success: true;
}
