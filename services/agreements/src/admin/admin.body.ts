import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { AgreementStatus } from '#contracts';
import { PageQuery, Text } from '#platform';
import { AgreementView, agreementStatuses } from '../agreements/agreements.module.js';

export class AdminListQuery extends PageQuery {
  @ApiProperty({ required: false, enum: agreementStatuses })
  @IsOptional()
  @IsIn([...agreementStatuses])
  status?: AgreementStatus;

  /** Beginning of a number, or of a party's name or address. */
  @Text({ max: 254, optional: true }) q?: string;
}

/** Why an administrator acts; kept in the agreement's log. */
export class ReasonBody {
  @Text({ min: 3, max: 500, multiline: true }) reason: string;
}

/** The file is fetched by a plain address, which carries the reason. */
export class DownloadQuery extends ReasonBody {}

export class ExtendBody extends ReasonBody {
  @ApiProperty({ minimum: 1, maximum: 365 })
  @IsInt()
  @Min(1)
  @Max(365)
  days: number;
}

export class AdminAgreementView extends AgreementView {
  @ApiProperty({ type: Number, nullable: true }) ownerId: number | null;
}
