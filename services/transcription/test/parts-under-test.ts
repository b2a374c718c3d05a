import { type OpenAiStandIn } from '#stand-ins';
import { eventually } from '#testing';
import type { RecordingFacts } from './agreement-events.js';
import type { Transcription } from './transcription.harness.js';

/** Four parts, all of them asked for at once. */
export const EIGHT_MINUTES = 480;

export interface PartRow {
  start_ms: number;
  end_ms: number;
}

/** Each part says how long it is, from its second half second to its last. */
export function tellLengths(openai: OpenAiStandIn): void {
  openai.respondEach(({ file }) => {
    const duration = file?.durationSeconds ?? 0;
    const text = `These are ${Math.round(duration)} seconds.`;
    return { duration, segments: [{ start: 0.5, end: duration - 0.5, text, speaker: 'A' }] };
  });
}

/** What the database and OpenAI know of recordings that are heard in parts. */
export class PartsUnderTest {
  constructor(
    private readonly subject: Transcription,
    private readonly openai: OpenAiStandIn,
  ) {}

  of({ recordingId }: RecordingFacts): Promise<PartRow[]> {
    return this.subject.rows.query<PartRow[]>(
      'select start_ms, end_ms from speech_parts where recording_id = $1 order by start_ms',
      [recordingId],
    );
  }

  areHeard(facts: RecordingFacts, count: number, withinMs = 30_000): Promise<void> {
    return eventually(
      async () => {
        const parts = await this.of(facts);
        if (parts.length !== count) throw new Error(`${parts.length} parts are heard`);
      },
      withinMs,
      `${count} heard parts`,
    );
  }

  areAsked(count: number): Promise<void> {
    return eventually(
      async () => {
        if (this.openai.requests.length < count) throw new Error(`${this.openai.requests.length} requests`);
      },
      30_000,
      `${count} requests`,
    );
  }

  /** How often each part was asked for, the least first. */
  timesAsked(): number[] {
    const times = new Map<string, number>();
    for (const { file } of this.openai.requests) {
      times.set(file?.sha256 ?? '', (times.get(file?.sha256 ?? '') ?? 0) + 1);
    }
    return [...times.values()].sort((a, b) => a - b);
  }

  async job({ agreementId }: RecordingFacts): Promise<{ id: string; attempts: number }> {
    const [row] = await this.subject.rows.query<{ id: string; attempts: number }[]>(
      `select id, attempts from jobs where name = 'transcribe-recording'
       and payload->>'transcriptId' = (select id::text from transcripts where agreement_id = $1)`,
      [agreementId],
    );
    if (!row) throw new Error('no job');
    return row;
  }
}
