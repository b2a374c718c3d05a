import { BACKUP } from '../../libs/platform/src/outage.js';
import { type Away, type ServiceHealth, whatIsAway } from '../../libs/platform/src/system-health.js';
import { modelLines } from './model-lines.js';
import type { RunInfo } from './run-state.js';

/** What `GET /api/health` answers, as far as it is printed. */
export interface HealthAnswer {
  httpStatus: number;
  /** Told to the programs of its own run alone. */
  services?: ServiceHealth[];
}

/** All that `make status` says of a run; `answer` is undefined where nothing answered. */
export function statusLines(run: RunInfo, answer: HealthAnswer | undefined, now: Date): string[] {
  const { status, pid, startedAt, banner, healthUrl } = run;
  return [
    `Split Second Contract ${stateOf(status, answer)} (process ${pid}, started at ${startedAt}).`,
    ...banner,
    ...answerLines(healthUrl, answer, now),
  ];
}

/** As its answer says: a run that has come up once may have lost anything since. */
function stateOf(status: RunInfo['status'], answer: HealthAnswer | undefined): string {
  if (status === 'starting') return 'is being started';
  if (status === 'stopping') return 'is being stopped';
  if (!answer) return 'runs and does not answer';
  if (answer.httpStatus !== 200) return 'runs and is not healthy';
  return answer.services ? 'runs and is healthy' : 'runs and does not say how it is';
}

function answerLines(healthUrl: string, answer: HealthAnswer | undefined, now: Date): string[] {
  if (!answer) return [`${healthUrl} does not answer.`];
  const { httpStatus, services } = answer;
  if (!services) {
    return [
      `${healthUrl} answers ${httpStatus} and does not say how its parts are: it is not the one that this checkout has started.`,
    ];
  }
  return [
    ...services.map(({ name, status }) => `  ${name.padEnd(16)}${status}`),
    ...awayLines(services, now),
    ...modelLines(services),
  ];
}

/** In words: what does not answer, since when, and what waits for it. */
export function awayLines(services: readonly ServiceHealth[], now: Date): string[] {
  const away = whatIsAway(services);
  return away.length === 0 ? ['Everything that is needed answers.'] : away.map((one) => describe(one, now));
}

const NAMES: Partial<Record<string, string>> = {
  disk: 'room on the disk',
  'pdf-certificate': 'a certificate for PDFs that has not ended',
  'missing-rows': 'a database with rows for what is in the object store',
  'pdf-certificate-ending': 'a certificate for PDFs with more than 30 days left',
  'smtp-refusing': 'a mail server that takes mails',
  clock: "a clock that is not ahead of the database's",
  timestamps: 'an authority that stamps seals',
};

function describe({ dependency, since, waiting, services }: Away, now: Date): string {
  const time = new Date(since);
  const missedBy = services.filter((name) => name !== dependency);
  const names = missedBy.join(', ');
  const isBackup = dependency === BACKUP;
  const what = isBackup ? 'a backup has run' : `${NAMES[dependency] ?? dependency} is away`;
  const parts = [
    `${what} since ${time.toLocaleTimeString('en-GB')} (for ${duration(now.getTime() - time.getTime())})`,
    ...(missedBy.length > 0
      ? [isBackup ? `nothing is deleted meanwhile by ${names}` : `missed by ${names}`]
      : []),
    waiting === 0
      ? 'nothing is held for it'
      : `${waiting} ${waiting === 1 ? 'event or job waits' : 'events and jobs wait'}`,
  ];
  return parts.join('; ');
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.floor(minutes / 60)} hours`;
}
