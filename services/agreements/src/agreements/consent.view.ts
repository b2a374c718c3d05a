import { ApiProperty } from '@nestjs/swagger';
import {
  type ConfirmationVia,
  type ConsentFacts,
  type ConsentGrade,
  type ConsentKind,
  consentGrades,
  type GradedConsent,
  gradeConsents,
} from './consent.grade.js';

export class OriginView {
  @ApiProperty({ type: String, nullable: true, description: 'IP address' }) address: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the browser calls itself' })
  device: string | null;
}

/** Party B says that it was not them. It never disappears. */
export class ObjectionView extends OriginView {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
  @ApiProperty({ enum: ['link', 'screen'] }) via: ConfirmationVia;
}

/** One consent, as it really was given. */
export class ConsentView {
  @ApiProperty({ enum: ['a', 'b'] }) party: 'a' | 'b';
  @ApiProperty({ enum: ['recording', 'agreement'], description: 'To being recorded, or to the terms' })
  kind: ConsentKind;
  @ApiProperty({ enum: consentGrades, description: 'How sure it is who agreed' }) grade: ConsentGrade;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: String, nullable: true, example: 'b…@example.org' }) maskedEmail: string | null;
  @ApiProperty({ type: OriginView, nullable: true }) origin: OriginView | null;
  @ApiProperty({
    description:
      'Party A acted from the same address with the same kind of browser: perhaps on the same device',
  })
  isDeviceAlike: boolean;
  @ApiProperty({ type: ObjectionView, nullable: true }) objection: ObjectionView | null;
  @ApiProperty({ enum: consentGrades, nullable: true, description: 'What it was before the objection' })
  objectedGrade: ConsentGrade | null;
}

export function viewConsents(facts: ConsentFacts): ConsentView[] {
  return gradeConsents(facts);
}

/** For party B and whoever else has a link: without addresses and browsers. */
export function withoutOrigins(consents: GradedConsent[]): ConsentView[] {
  return consents.map((consent) => ({
    ...consent,
    origin: null,
    objection: consent.objection && { ...consent.objection, address: null, device: null },
  }));
}
