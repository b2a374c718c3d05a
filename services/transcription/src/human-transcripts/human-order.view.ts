import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { AGREEMENT_ID, humanTranscriptCents } from '#contracts';
import { PageQuery, Text } from '#platform';
import type { RecordingEntity, RecordingSide } from '../recordings/recordings.module.js';
import { type HumanOrderEntity, type HumanOrderStatus, humanOrderStatuses } from './human-order.entity.js';

/** Dollars. */
const PRICE = humanTranscriptCents / 100;
const MAX_TEXT = 1024 * 1024;

export class RequestHumanTranscript {
  @ApiProperty({ example: '4207731958026614' })
  @Matches(AGREEMENT_ID, { message: 'The requested agreement could not be found.' })
  agreementId: string;
}

export class FulfilHumanOrder {
  @Text({ min: 3, max: 500, multiline: true }) reason: string;
  @Text({ max: MAX_TEXT, multiline: true, message: 'Please give the transcript as text or as a file.' })
  transcript: string;
}

export class FulfilPerRecording {
  @Text({ min: 3, max: 500, multiline: true }) reason: string;
  /** Empty where nothing is said. */
  @Text({ min: 0, max: MAX_TEXT, multiline: true }) textA: string;
  @Text({ min: 0, max: MAX_TEXT, multiline: true }) textB: string;
}

export class HumanOrdersQuery extends PageQuery {
  @ApiProperty({ required: false, enum: humanOrderStatuses })
  @IsOptional()
  @IsIn(humanOrderStatuses)
  status?: HumanOrderStatus;

  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @IsUUID(undefined, { message: 'This is not a page of the list.' })
  override cursor?: string;

  /** How the number of the contract begins. */
  @Text({ max: 40, optional: true }) q?: string;
}

const ORDER = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10';

/** An order as the person who gave it sees it. */
export class HumanOrderView {
  @ApiProperty({ format: 'uuid', example: ORDER }) orderId: string;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: humanOrderStatuses }) status: HumanOrderStatus;
  @ApiProperty({ example: PRICE, description: 'Dollars' }) amount: number;
  @ApiProperty({ example: 'USD' }) currency: 'USD';
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null until it is paid' })
  dueAt: string | null;
}

/** A recording that those who fulfil an order listen to. */
export class OrderedRecordingView {
  @ApiProperty({
    enum: ['a', 'b'],
    description: 'Who speaks: of a contract made in one room, `a` is of both',
  })
  party: RecordingSide;
  @ApiProperty({ example: 20.34 }) durationSeconds: number;
}

/** An order as those who fulfil it see it. */
export class AdminHumanOrderView {
  @ApiProperty({ format: 'uuid', example: ORDER }) orderId: string;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: humanOrderStatuses }) status: HumanOrderStatus;
  @ApiProperty({ format: 'date-time' }) requestedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paidAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) dueAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deliveredAt: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 1, description: 'The administrator' })
  deliveredBy: number | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'Since when another order counts, as its correction',
  })
  replacedAt: string | null;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The delivered order that it corrects',
  })
  correctsOrderId: string | null;
  @ApiProperty({ type: [OrderedRecordingView], description: 'None once they are deleted' })
  recordings: OrderedRecordingView[];
}

export function viewOrder(order: HumanOrderEntity): HumanOrderView {
  return {
    orderId: order.id,
    agreementId: order.agreementId,
    status: order.status,
    amount: PRICE,
    currency: 'USD',
    dueAt: order.dueAt?.toISOString() ?? null,
  };
}

export function viewOrderForAdmin({
  order,
  recordings,
}: {
  order: HumanOrderEntity;
  recordings: readonly RecordingEntity[];
}): AdminHumanOrderView {
  return {
    orderId: order.id,
    agreementId: order.agreementId,
    status: order.status,
    requestedAt: order.requestedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    dueAt: order.dueAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    deliveredBy: order.deliveredBy,
    replacedAt: order.replacedAt?.toISOString() ?? null,
    correctsOrderId: order.correctsOrderId ?? null,
    recordings: recordings.map(({ durationMs }, index) => ({
      party: index === 0 ? 'a' : 'b',
      durationSeconds: durationMs / 1000,
    })),
  };
}
