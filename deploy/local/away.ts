import { BACKUP } from '../../libs/platform/src/outage.js';
import { type Away, type ServiceHealth, whatIsAway } from '../../libs/platform/src/system-health.js';

/** What `GET /api/health` answers, as far as it is printed. */
export interface HealthAnswer {
  services?: ServiceHealth[];
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
