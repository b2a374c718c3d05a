import { queryOptions, useQuery } from '@tanstack/react-query';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../../components/ui/badge';
import { Card, CardTitle } from '../../../components/ui/card';
import { adminCall, paths } from '../api';
import { ListSkeleton, LoadProblem } from '../lists/list-states';
import { When } from '../lists/values';
import type { AdminHealth } from '../types';
import { type SpeechEngine, type SpeechState, speechFrom } from './speech';

const text = adminTexts.system.speech;
/** A model that is downloaded moves on. */
const REFETCH_MS = 30_000;

const healthQuery = queryOptions({
  queryKey: [paths.health] as const,
  staleTime: 0,
  refetchInterval: REFETCH_MS,
  queryFn: ({ signal }) => adminCall<AdminHealth>(paths.health, { signal }),
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
      {health.isPending && <ListSkeleton />}
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
