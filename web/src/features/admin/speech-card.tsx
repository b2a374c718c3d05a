import { queryOptions, useQuery } from '@tanstack/react-query';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../components/ui/badge';
import { Card, CardTitle } from '../../components/ui/card';
import { SkeletonRows } from '../../components/ui/skeleton';
import { type AdminHealth, adminRequest, paths } from './api';
import { LoadProblem } from './lists/list-states';
import { When } from './lists/values';

const text = adminTexts.system.speech;
/** Often enough to follow the download of a model, in ms. */
const REFETCH_MS = 30_000;

const healthQuery = queryOptions({
  queryKey: [paths.health] as const,
  staleTime: 0,
  refetchInterval: REFETCH_MS,
  queryFn: ({ signal }) => adminRequest('get', paths.health, { signal }),
});

function titleOf(name: string): string {
  return text.engines[name] ?? name;
}

/** Why an engine is not asked, in words. */
function reasonOf({ isReady, model }: SpeechEngine): string | null {
  if (isReady) return null;
  if (!model) return text.away;
  if (model.status === 'downloading') return text.downloading(Math.round(model.percent ?? 0));
  if (model.reason !== null) return text.reasons[model.reason] ?? text.reasons.unusable ?? text.away;
  return model.status === 'off' ? text.off : text.missing;
}

function EngineItem({ engine, uses }: { engine: SpeechEngine; uses: SpeechState['uses'] }) {
  const used = Object.entries(uses).flatMap(([language, name]) => (name === engine.name ? [language] : []));
  const reason = reasonOf(engine);
  const nextTryAt = engine.isReady ? null : (engine.model?.nextTryAt ?? null);
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{titleOf(engine.name)}</span>
        {used.length > 0 && (
          <Badge tone="ok">{text.usedFor(used.map((one) => text.languages[one] ?? one).join(', '))}</Badge>
        )}
      </p>
      <p className="text-sm text-muted">
        {engine.languages === null ? text.anyLanguage : text.understands(engine.languages.join(', '))}
        {engine.isDraft && ` · ${text.draft}`}
      </p>
      {reason && <p className="text-sm">{reason}</p>}
      {nextTryAt && (
        <p className="text-sm text-muted">
          {text.nextTry} <When at={nextTryAt} />
        </p>
      )}
    </li>
  );
}

/** Which engine turns recordings into words now, and why the better ones do not. */
export function SpeechCard() {
  const health = useQuery(healthQuery);
  const refetch = () => {
    health.refetch().catch(() => undefined);
  };
  const speech = health.data && speechFrom(health.data);
  const missing = Object.entries(speech?.uses ?? {}).flatMap(([language, name]) =>
    name === null ? [language] : [],
  );
  return (
    <Card aria-labelledby="speech" className="flex flex-col gap-4">
      <div>
        <CardTitle id="speech">{text.title}</CardTitle>
        <p className="text-sm text-muted">{text.lead}</p>
      </div>
      {health.isPending && <SkeletonRows rows={5} />}
      {health.isError && <LoadProblem title={text.failed} error={health.error} onRetry={refetch} />}
      {health.data && !speech && <p className="text-muted">{text.unknown}</p>}
      {speech && (
        <>
          {missing.map((language) => (
            <p key={language} className="text-warn">
              {text.none(text.languages[language] ?? language)}
            </p>
          ))}
          <ol className="divide-y divide-line border-y border-line">
            {speech.engines.map((engine) => (
              <EngineItem key={engine.name} engine={engine} uses={speech.uses} />
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

/** An engine that turns recordings into words, the best first. */
interface SpeechEngine {
  name: string;
  languages: string[] | null;
  isDraft: boolean;
  isReady: boolean;
  /** Why it is not ready, as far as its model says. */
  model: SpeechModel | null;
}

interface SpeechModel {
  status: string;
  percent: number | null;
  reason: string | null;
  nextTryAt: string | null;
}

interface SpeechState {
  engines: SpeechEngine[];
  /** Which engine would be asked now, by language; null for none. */
  uses: Record<string, string | null>;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What the transcription service says of its engines; null while it says nothing. */
function speechFrom({ services }: AdminHealth): SpeechState | null {
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
