import { ApiProperty } from '@nestjs/swagger';
import type { Role, UserEntity } from './user.entity.js';

/** What a person may know of their own account. */
export class User {
  @ApiProperty({ example: 17 }) id: number;
  @ApiProperty({ example: 'Anna Miller' }) username: string;
  @ApiProperty({ example: 'anna@example.com' }) email: string;
  @ApiProperty({ example: true, description: 'The link that was mailed to the address has been opened' })
  emailVerified: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The address that takes its place when the link that was mailed there is opened',
  })
  pendingEmail: string | null;
  @ApiProperty({ enum: ['user', 'admin'] }) role: Role;
  @ApiProperty({ type: String, nullable: true, example: 'monthly' }) subscriptionPlan: string | null;
  @ApiProperty({ example: 3, description: 'Contracts paid for' }) usageCount: number;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class LoginAnswer {
  @ApiProperty({ description: 'Bearer token, valid for at most 12 hours' }) token: string;
  @ApiProperty() user: User;
}

export function viewUser(user: UserEntity): User {
  const { id, username, email, pendingEmail, role, subscriptionPlan, usageCount } = user;
  return {
    ...{ id, username, email, pendingEmail, role, subscriptionPlan, usageCount },
    emailVerified: user.verifiedAt !== null,
    createdAt: user.createdAt.toISOString(),
  };
}
