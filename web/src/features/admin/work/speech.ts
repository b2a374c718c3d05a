import type { AdminHealth } from '../types';

/** An engine that turns recordings into words, the best first. */
export interface SpeechEngine {
  name: string;
  languages: string[] | null;
  isDraft: boolean;
  isReady: boolean;
  /** Why it is not ready, as far as its model says. */
  model: SpeechModel | null;
}

export interface SpeechModel {
  status: string;
  percent: number | null;
  reason: string | null;
  nextTryAt: string | null;
}

export interface SpeechState {
  engines: SpeechEngine[];
  /** Which engine would be asked now, by language; null for none. */
  uses: Record<string, string | null>;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What the transcription service says of its engines; null while it says nothing. */
export function speechFrom({ services }: AdminHealth): SpeechState | null {
  const checks = services.find(({ name }) => name === 'transcription')?.checks ?? [];
  const detailOf = (wanted: string): Fields => checks.find(({ name }) => name === wanted)?.detail ?? {};
  const { engines, uses } = detailOf('engines');
  if (!Array.isArray(engines)) return null;
  const models = fieldsIn(detailOf('models').models);
  return {
    engines: fieldsIn(engines).map((engine) => {
      const model = models.find(({ id }) => id === engine.name);
      return {
        name: textOf(engine.name) ?? '',
        languages: Array.isArray(engine.languages) ? engine.languages.map(String) : null,
        isDraft: engine.isDraft === true,
        isReady: engine.isReady === true,
        model: model
          ? {
              status: textOf(model.status) ?? '',
              percent: typeof model.percent === 'number' ? model.percent : null,
              reason: textOf(model.reason),
              nextTryAt: textOf(model.nextTryAt),
            }
          : null,
      };
    }),
    uses: isFields(uses)
      ? Object.fromEntries(Object.entries(uses).map(([language, name]) => [language, textOf(name)]))
      : {},
  };
}
