import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, MoreThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { evidenceDoubted } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, failpoint, isOutage, LOGGER, Outages, outageOf } from '#platform';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { AgreementCheck } from './agreement-check.js';
import { LogHeads } from './log-heads.js';

const BATCH = 200;
/** Heads of so many days are compared with the logs; what was rewritten earlier was found by the checks of the days before. */
const HEAD_DAYS = 7;
/** As many as a mail can usefully name. */
const MOST_LINES = 20;
/** After so many in a row that an outage kept from being checked the others are left for another time. */
const OUTAGES_IN_A_ROW = 5;

interface Problem {
  agreementId: string | null;
  problem: string;
}

interface Listed {
  id: number;
  agreementId: string;
  /** Then its objects are read, too. */
  isCompleted: boolean;
}

interface Unchecked extends Listed {
  error: unknown;
}

/** What one look at some agreements came to. */
interface Look {
  agreements: number;
  problems: Problem[];
  unchecked: Unchecked[];
  isCutShort: boolean;
  /** The last that was looked at. */
  lastId: number | null;
}

interface EvidenceCheckResult {
  /** How many were looked at. */
  agreements: number;
  problems: Problem[];
  /** What nobody could look at, in the words in which it is told. */
  unchecked: string[];
  /** Not all were looked at: something that this needs was away. */
  isCutShort: boolean;
}

/** How far a check has come: up to there everything is well or was told, so that one that was cut short goes on there. */
export interface CheckProgress {
  /** Id of the last agreement. */
  upTo: number;
  agreements: number;
  problems: number;
}

/** A check that may go on where another was cut short. */
interface CheckCourse {
  readonly from: CheckProgress;
  /** Told after every batch, and at a stop. */
  note(progress: CheckProgress): Promise<void>;
}

const wholeCourse: CheckCourse = {
  from: { upTo: 0, agreements: 0, problems: 0 },
  note: () => Promise.resolve(),
};

/** Looks whether everything that is kept is as it was written: every log, every seal, every object of a seal. */
@Injectable()
export class EvidenceCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreement: AgreementCheck,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly heads: LogHeads,
    private readonly outages: Outages,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks all agreements; what is found is written at the seal, where the verify call reads it, and told. One that cannot
   * be checked keeps nobody from hearing of the others.
   */
  async run(signal: AbortSignal, { from, note } = wholeCourse): Promise<EvidenceCheckResult> {
    const startedAt = Date.now();
    const reached = (look: Look): CheckProgress => ({
      upTo: look.lastId ?? from.upTo,
      agreements: from.agreements + look.agreements,
      problems: from.problems + look.problems.length,
    });
    let noted = from;
    const look = await this.look(this.all(from.upTo), signal, async (soFar) => {
      // What was found is told at the end: whoever takes over has to find it, too.
      if (soFar.problems.length + soFar.unchecked.length === 0) noted = reached(soFar);
      await note(noted);
    });
    const { agreements, problems, unchecked, isCutShort } = look;
    const result: EvidenceCheckResult = { agreements, problems, unchecked: [], isCutShort };
    if (!isCutShort) {
      // What failed in passing, as with an object store that was busy, is well by now.
      const again = await this.look([...unchecked], signal);
      problems.push(...again.problems);
      unchecked.splice(0, again.agreements, ...again.unchecked);
    }
    // What a stop kept from being looked at is looked at by whoever goes on.
    if (!signal.aborted) result.unchecked = unchecked.map(describeUnchecked);
    if (!isCutShort && !signal.aborted) await this.compareHeads(result);
    if (problems.length + result.unchecked.length > 0) await this.tell(result, Date.now() - startedAt);
    if (signal.aborted) await note(unchecked.length === 0 ? reached(look) : noted);
    return result;
  }

  private async look(
    agreements: Iterable<Listed> | AsyncIterable<Listed>,
    signal: AbortSignal,
    afterBatch: (look: Look) => Promise<void> = () => Promise.resolve(),
  ): Promise<Look> {
    const look: Look = { agreements: 0, problems: [], unchecked: [], isCutShort: false, lastId: null };
    let outagesInARow = 0;
    try {
      for await (const agreement of agreements) {
        if (signal.aborted) return look;
        look.agreements += 1;
        const failure = await this.lookAt(agreement, look);
        look.lastId = agreement.id;
        if (failure === 'outage') outagesInARow += 1;
        // Others need no object store: that they went well says nothing of it.
        else if (agreement.isCompleted) outagesInARow = 0;
        if (outagesInARow === OUTAGES_IN_A_ROW) return { ...look, isCutShort: true };
        if (look.agreements % BATCH === 0) await afterBatch(look);
      }
    } catch (error) {
      this.logger.error({ err: error }, 'agreements could not be listed to check their evidence');
      return { ...look, isCutShort: true };
    }
    return look;
  }

  /** Answers how it failed, if it did. */
  private async lookAt(agreement: Listed, look: Look): Promise<'outage' | 'own' | null> {
    const { agreementId } = agreement;
    try {
      const problem = await this.agreement.check(agreementId);
      if (problem !== null) look.problems.push({ agreementId, problem });
      return null;
    } catch (error) {
      this.logger.error({ err: error, agreementId }, 'evidence could not be checked');
      look.unchecked.push({ ...agreement, error });
      return isOutage(error) || (await this.outages.explain(error)) !== null ? 'outage' : 'own';
    }
  }

  private async *all(first: number): AsyncGenerator<Listed> {
    for (let after = first; ; ) {
      const rows = await this.dataSource.manager.find(AgreementEntity, {
        select: { id: true, agreementId: true, status: true },
        where: { id: MoreThan(after) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      if (rows.length === 0) return;
      for (const { id, agreementId, status } of rows) {
        after = id;
        yield { id, agreementId, isCompleted: status === 'completed' };
      }
    }
  }

  private async compareHeads(result: EvidenceCheckResult): Promise<void> {
    const unread = (what: string, error: unknown) => {
      this.logger.error({ err: error }, `${what} could not be checked`);
      result.unchecked.push(`${what} could not be checked${reasonOf(error)}`);
    };
    const heads = await this.heads.newest(HEAD_DAYS).catch((error: unknown) => {
      unread('the heads of the last days', error);
      return [];
    });
    for (const head of heads) {
      try {
        for await (const problem of this.heads.problems(head)) result.problems.push(problem);
      } catch (error) {
        unread(`the head of ${head.day}`, error);
      }
    }
  }

  private async tell(result: EvidenceCheckResult, tookMs: number): Promise<void> {
    const { agreements, problems, unchecked, isCutShort } = result;
    const lines = [
      ...problems.map(({ agreementId, problem }) =>
        agreementId === null ? problem : `agreement ${agreementId}: ${problem}`,
      ),
      ...unchecked,
    ].slice(0, isCutShort ? MOST_LINES - 1 : MOST_LINES);
    if (isCutShort) {
      lines.push(`the check ended early, after ${agreements} agreements; it goes on in some hours`);
    }
    await this.outbox.transaction(async (manager) => {
      await this.outbox.add(manager, evidenceDoubted, {
        checkId: uuidv7(),
        checkedAt: this.clock.now().toISOString(),
        ...{ tookMs, checked: agreements, problems: problems.length, unchecked: unchecked.length, lines },
      });
    });
    failpoint('agreements.evidence-check.after-commit');
  }
}

const describeUnchecked = ({ agreementId, error }: Unchecked): string =>
  `agreement ${agreementId}: could not be checked${reasonOf(error)}`;

/** Why something could not be checked, for administrators: what an error says may quote what is stored. */
function reasonOf(error: unknown): string {
  const dependency = outageOf(error);
  if (dependency !== null) return `: ${dependency} did not answer`;
  return isOutage(error) ? ': the database took too long' : '; the log has the error';
}
