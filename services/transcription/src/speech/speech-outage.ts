import { Injectable } from '@nestjs/common';
import { Outages, SPEECH } from '#platform';
import { type SpeechEngine, SpeechEngineError, type SpeechEngineErrorCode } from './speech-engine.js';

/** What an engine says to every recording, until somebody looks after it or it comes back. */
const AWAY: readonly SpeechEngineErrorCode[] = ['unavailable', 'timeout', 'authentication', 'quota'];

interface Failing {
  since: Date;
  /** The account has nothing left: only a recording that is heard shows that this is over. */
  isAccountEmpty: boolean;
}

/**
 * Knows which engines serve nobody, and since when. Their failures count as attempts of the work that met them, so no
 * circuit tells health of them.
 */
@Injectable()
export class SpeechOutage {
  private readonly failing = new Map<SpeechEngine, Failing>();

  constructor(outages: Outages) {
    outages.announce(SPEECH, () => this.since);
  }

  /** Engines that failed when they were last asked to hear something. */
  engines(): SpeechEngine[] {
    return [...this.failing.keys()];
  }

  /** Has an engine hear something, and keeps in mind how that ends. @throws what it throws */
  async during<Heard>(engine: SpeechEngine, hear: () => Promise<Heard>): Promise<Heard> {
    try {
      const heard = await hear();
      this.failing.delete(engine);
      return heard;
    } catch (error) {
      if (error instanceof SpeechEngineError && AWAY.includes(error.code)) {
        const since = this.failing.get(engine)?.since ?? new Date();
        this.failing.set(engine, { since, isAccountEmpty: error.code === 'quota' && !error.isRetryable });
      }
      throw error;
    }
  }

  /** It is there again, as far as it can be known without a recording. */
  answered(engine: SpeechEngine): void {
    if (!this.failing.get(engine)?.isAccountEmpty) this.failing.delete(engine);
  }

  private get since(): Date | null {
    const times = [...this.failing.values()].map(({ since }) => since.getTime());
    return times.length > 0 ? new Date(Math.min(...times)) : null;
  }
}
