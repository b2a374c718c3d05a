import { ApiProperty } from '@nestjs/swagger';

/** A place where an account is logged in. */
export class OwnSession {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'To the minute' }) lastSeenAt: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the browser calls itself' })
  device: string | null;
  @ApiProperty({ description: 'The one that asks' }) isCurrent: boolean;
}
