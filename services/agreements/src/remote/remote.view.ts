import { ApiProperty } from '@nestjs/swagger';
import { type DealKind, dealKinds, type PlanType, planTypes } from '#contracts';
import { type AgreementRow, formatCents } from '../agreements/agreement.view.js';

/** An agreement as the invited party sees it: names and terms, never an address. */
export class RemoteAgreementView {
  @ApiProperty() id: number;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: planTypes }) planType: PlanType;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true, description: 'What kind of deal was chosen' })
  kind: DealKind | null;
  @ApiProperty() partyAName: string;
  @ApiProperty() partyBName: string;
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, nullable: true }) photoUrl: string | null;
}

/** Drawn for party B before anything is heard. */
export class SoundOutline {
  @ApiProperty({
    type: [Number],
    description: "Loudness of a party's recording over time, 0..1; empty while it is not prepared",
  })
  peaks: number[];
}

export class ConsentReceipt {
  @ApiProperty() agreementId: string;
  @ApiProperty({ enum: ['processing'] }) status: 'processing';
  @ApiProperty({ description: 'SHA-256 of the recording as received' }) sha256: string;
  @ApiProperty() durationSeconds: number;
  @ApiProperty({ format: 'date-time' }) consentedAt: string;
}

export class DeclineReceipt {
  @ApiProperty() agreementId: string;
  @ApiProperty({ enum: ['cancelled'] }) status: 'cancelled';
}

export function viewRemote(row: AgreementRow): RemoteAgreementView {
  return {
    id: row.id,
    agreementId: row.agreementId,
    planType: row.planType,
    kind: row.kind,
    partyAName: row.partyAName,
    partyBName: row.partyBName,
    amount: formatCents(row.amountCents),
    createdAt: row.createdAt.toISOString(),
    photoUrl: row.photoKey === null ? null : `/api/agreements/remote/${row.agreementId}/photo`,
  };
}
