import { ApiProperty } from '@nestjs/swagger';
import { Text } from '#platform';

export class AddressVerification {
  /** From the mailed link. */
  @Text({ max: 200 }) token: string;
}

export class AddressVerified {
  @ApiProperty({ example: 'anna@example.com', description: 'The address that was verified' }) email: string;
}
