import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { DataSource } from 'typeorm';
import { AppError, inTransaction, PersonName, type Principal } from '#platform';
import type { RecordingSide } from '../recordings/recordings.module.js';
import { lockTranscript, type SpeakerName } from '../transcripts/transcripts.module.js';
import type { TranscriptView } from './transcript.view.js';
import { TranscriptReader } from './transcript-reader.js';

/** What the owner calls a voice, and which party it is, if any. */
export class SpeakerNaming implements SpeakerName {
  @PersonName({ max: 80, message: 'A name has 1 to 80 characters' }) name: string;

  @ApiProperty({ enum: ['a', 'b'], nullable: true, description: 'Null for somebody who is no party' })
  @ValidateIf(({ party }: SpeakerNaming) => party !== null)
  @IsIn(['a', 'b'])
  party: RecordingSide | null;
}

/** What owners call the voices of their transcripts: notes beside the words, which stay as they are. */
@Injectable()
export class SpeakerNames {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: TranscriptReader,
  ) {}

  /**
   * @param label as the segments name the voice.
   * @throws AppError `agreement_not_found`, `payment_required`, `recording_expired`; `not_found` for an unknown label.
   */
  async name(
    agreementId: string,
    caller: Principal,
    label: string,
    { name, party }: SpeakerName,
  ): Promise<TranscriptView> {
    const known = await this.reader.find(agreementId, caller);
    if (!known) throw new AppError('not_found');
    await inTransaction(this.dataSource, async (manager) => {
      const transcript = await lockTranscript(manager, { id: known.id });
      if (transcript?.deletedAt) throw new AppError('recording_expired');
      if (!transcript?.speakers?.some((speaker) => speaker.label === label)) throw new AppError('not_found');
      transcript.speakerNames = { ...transcript.speakerNames, [label]: { name, party } };
      await manager.save(transcript);
    });
    return this.reader.read(agreementId, caller);
  }
}
