import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../accounts/user.entity.js';
import { User } from '../accounts/user.view.js';

export class AdminLoginAnswer {
  @ApiProperty({ enum: [true], example: true }) success: true;
  @ApiProperty({ description: 'Bearer token for /api/admin, valid for at most 12 hours' }) token: string;
  @ApiProperty() user: User;
  @ApiProperty({ example: 'Login successful' }) message: string;
}

/** An account as administrators see it. */
export class AdminUser {
  @ApiProperty({ example: 17 }) id: number;
  @ApiProperty({ example: 'Anna Miller' }) username: string;
  @ApiProperty({ example: 'anna@example.com' }) email: string;
  @ApiProperty({ enum: ['user', 'admin'] }) role: Role;
  @ApiProperty({ type: String, nullable: true, example: 'monthly' }) subscriptionPlan: string | null;
  @ApiProperty({ example: 3, description: 'Contracts paid for' }) usageCount: number;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) disabledAt: string | null;
}

/** What an administrator did, and why. */
export class AdminAct {
  @ApiProperty({ example: 204 }) id: number;
  @ApiProperty({ example: 1 }) adminId: number;
  @ApiProperty({ example: 'Administrator' }) adminName: string;
  @ApiProperty({ example: 'account-disabled' }) act: string;
  @ApiProperty({ example: 'user:17' }) subject: string;
  @ApiProperty({ example: 'Asked by the owner, ticket T-100001' }) reason: string;
  @ApiProperty({ format: 'date-time' }) at: string;
}
