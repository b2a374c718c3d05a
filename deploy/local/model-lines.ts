import type { ServiceHealth } from '../../libs/platform/src/system-health.js';

interface ModelLine {
  title: string;
  status: string;
  percent: number | null;
  detail: string | null;
  nextTryAt: string | null;
}

/** How each speech model is, as the transcription service says; nothing where there is nothing to say. */
export function modelLines(services: readonly ServiceHealth[]): string[] {
  const checks = services.flatMap((service) => service.checks ?? []);
  const models = checks.find(({ name }) => name === 'models')?.detail?.models;
  const lines = Array.isArray(models) ? (models as ModelLine[]) : [];
  return lines
    .filter(({ status, detail }) => status !== 'off' || detail !== null)
    .map(({ title, status, percent, detail, nextTryAt }) => {
      const more = [
        ...(percent === null ? [] : [`${percent} %`]),
        ...(detail === null ? [] : [detail]),
        ...(nextTryAt === null ? [] : [`next try at ${nextTryAt}`]),
      ];
      return `  Speech model ${title}: ${[status, ...more].join(', ')}`;
    });
}
