import { Injectable } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
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

  @ApiPropertyOptional({
    example: '9f2c1e7b5a3d4c6e8f00112233445566778899aabbccddeeff00112233445566',
    description:
      'Of the transcript in which the voice was heard: another one may number the voices differently',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/)
  sha256?: string;
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
   * @throws AppError `agreement_not_found`, `payment_required`, `recording_expired`; `not_found` for an unknown label;
   * `invalid_transition` when the transcript was made again since the caller has read it.
   */
  async name(
    agreementId: string,
    caller: Principal,
    label: string,
    { name, party, sha256 }: SpeakerNaming,
  ): Promise<TranscriptView> {
    const known = await this.reader.find(agreementId, caller);
    if (!known) throw new AppError('not_found');
    await inTransaction(this.dataSource, async (manager) => {
      const transcript = await lockTranscript(manager, { id: known.id });
      if (transcript?.deletedAt) throw new AppError('recording_expired');
      if (transcript && sha256 !== undefined && transcript.sha256 !== sha256) {
        throw new AppError('invalid_transition', {
          message: 'This transcript was made again. Please look again who says what.',
        });
      }
      if (!transcript?.speakers?.some((speaker) => speaker.label === label)) throw new AppError('not_found');
      transcript.speakerNames = { ...transcript.speakerNames, [label]: { name, party } };
      await manager.save(transcript);
    });
    return this.reader.read(agreementId, caller);
  }
}
