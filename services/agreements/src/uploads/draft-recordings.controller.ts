import { Controller, Get, Headers, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGREEMENT_ID, claimFromCookies, maxAudioBytes } from '#contracts';
import { Access, AppError, Caller, type Principal, requestOrigin } from '#platform';
import { Spool } from '#storage';
import {
  AgreementIdPipe,
  AgreementsRepository,
  AgreementsService,
  viewRow,
} from '../agreements/agreements.module.js';
import { SpokenBody } from '../recordings/recordings.module.js';
import { readJsonField } from './agreement-form.js';
import { DraftRecordingsService, type ReceivedDraft } from './draft-recordings.service.js';
import {
  type DraftTranscript,
  PendingTranscript,
  TranscribedDraft,
  TranscriptClient,
} from './transcript.client.js';
import { UnpaidQuota } from './unpaid-quota.js';
import { expectedBytes, mostBytes, readUpload, requiredAudio } from './upload-reader.js';
import { UsageRepository } from './usage.repository.js';

/** Of a request: any printable text of this length. */
const KEY = /^[\x21-\x7e]{1,255}$/;
const WAIT_MS = 60_000;
const LIMITS = { files: { audio: maxAudioBytes }, fields: ['agreementId', 'spoken'], fieldBytes: 16 * 1024 };

/** Recordings of agreements that are not paid: recorded again, and transcribed before the payment. */
@ApiTags('transcripts')
@ApiExtraModels(SpokenBody)
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class DraftRecordingsController {
  constructor(
    private readonly drafts: DraftRecordingsService,
    private readonly usage: UsageRepository,
    private readonly quota: UnpaidQuota,
    private readonly transcripts: TranscriptClient,
    private readonly rows: AgreementsRepository,
    private readonly agreements: AgreementsService,
    private readonly spool: Spool,
  ) {}

  /**
   * Receives another recording for an agreement and answers with what it says. What nobody owns yet becomes the sender's,
   * if their browser recorded it.
   */
  @Post('transcribe')
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiHeader({ name: 'prefer', required: false, description: '`respond-async` answers at once' })
  @ApiHeader({ name: 'idempotency-key', required: false, description: 'The same for the same sending' })
  @ApiBody({
    schema: {
      type: 'object',
      required: ['audio', 'agreementId'],
      properties: {
        audio: { type: 'string', format: 'binary' },
        agreementId: { type: 'string' },
        spoken: { type: 'string', description: 'JSON of SpokenBody' },
      },
    },
  })
  @ApiOkResponse({ type: TranscribedDraft })
  @ApiAcceptedResponse({ type: PendingTranscript })
  async transcribe(
    @Caller() caller: Principal,
    @Headers('prefer') prefer: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TranscribedDraft | PendingTranscript> {
    if (key !== undefined && !KEY.test(key)) throw new AppError('invalid_input');
    await this.usage.assertTranscriptLeft(caller.id);
    const sender = { caller, address: requestOrigin(request).address };
    const bytes = expectedBytes(request, mostBytes(LIMITS));
    // The same recording again is not counted again: that is known once it has been read.
    const { agreementId, recordingId, isAsked, isInWork } = await this.quota.during(
      sender,
      bytes,
      () => this.receive(request, caller, key),
      0,
    );
    const isAsync = prefer?.toLowerCase().includes('respond-async') ?? false;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const waitMs = isAsync || !isInWork ? 0 : WAIT_MS;
    const transcript = await this.transcripts.wait(agreementId, recordingId, {
      ...{ waitMs, isAsked },
      signal: gone.signal,
    });
    return this.answer(agreementId, transcript, reply);
  }

  /** How far the transcript of the recording that counts now is, for those who were answered 202. */
  @Get('agreements/:agreementId/take')
  @ApiOkResponse({ type: TranscribedDraft })
  @ApiAcceptedResponse({ type: PendingTranscript })
  async read(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TranscribedDraft | PendingTranscript> {
    const recordingId = await this.drafts.current(agreementId, caller);
    return this.answer(agreementId, await this.transcripts.read(agreementId, recordingId), reply);
  }

  private async answer(
    agreementId: string,
    transcript: DraftTranscript | PendingTranscript,
    reply: FastifyReply,
  ): Promise<TranscribedDraft | PendingTranscript> {
    if ('status' in transcript) {
      void reply.status(202);
      return transcript;
    }
    const row = await this.rows.require(agreementId);
    return { agreement: viewRow(row), transcript, digitalReceipt: { agreementId } };
  }

  private async receive(
    request: FastifyRequest,
    caller: Principal,
    key: string | undefined,
  ): Promise<ReceivedDraft & { agreementId: string }> {
    const upload = await readUpload(request.raw, this.spool, LIMITS);
    try {
      // One that was cut off on its way has cost nothing yet, and is sent again.
      await this.usage.countTranscript(caller.id);
      const { agreementId = '', spoken: said } = upload.fields;
      if (!AGREEMENT_ID.test(agreementId)) throw new AppError('agreement_not_found');
      const audio = requiredAudio(upload);
      const spoken = said === undefined ? undefined : readJsonField(SpokenBody, 'spoken', said);
      const origin = requestOrigin(request);
      const claim = claimFromCookies(request.headers.cookie, agreementId);
      await this.agreements.claim(agreementId, caller.id, claim, origin);
      const draft = await this.drafts.receive(agreementId, caller, { audio, spoken, key }, origin);
      return { agreementId, ...draft };
    } finally {
      await upload.dispose();
    }
  }
}
