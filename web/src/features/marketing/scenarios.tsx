import { Mic, ShieldCheck } from 'lucide-react';
import { homeTexts, type Scenario } from '#texts/home';
import { ButtonLink } from '../../components/ui/button';
import { cn } from '../../lib/cn';
import { type DealKind, recordKindPath } from '../agreements/templates/deal-kind';
import { Section } from './section';

const text = homeTexts.scenarios;

/** The template of each scenario, in their order. */
const KINDS: readonly DealKind[] = ['car', 'item', 'cleaning', 'lawn', 'loan'];

function ScenarioCard({ scenario, kind }: { scenario: Scenario; kind: DealKind }) {
  return (
    <article className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6">
      <h3 className="text-lg">{scenario.title}</h3>
      <dl className="flex flex-col gap-3">
        {scenario.lines.map((line) => (
          <div
            key={line.text}
            className={cn(
              'border-l-2 pl-3',
              line.who === 'a' ? 'mr-6 border-party-a' : 'ml-6 border-party-b',
            )}
          >
            <dt className={cn('text-sm font-semibold', line.who === 'a' ? 'text-party-a' : 'text-party-b')}>
              {line.who === 'a' ? scenario.a : scenario.b}
            </dt>
            <dd>“{line.text}”</dd>
          </div>
        ))}
      </dl>
      <p className="mt-auto flex gap-2 border-t border-line pt-4 text-sm text-muted">
        <ShieldCheck className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
        <span>
          <span className="sr-only">{text.protection}: </span>
          {scenario.protection}
        </span>
      </p>
      <ButtonLink
        href={recordKindPath(kind)}
        variant="secondary"
        aria-label={`${text.record}: ${scenario.title}`}
      >
        <Mic className="size-4" aria-hidden="true" />
        {text.record}
      </ButtonLink>
    </article>
  );
}

/** Five deals, each with what both say, what the recording protects, and the way to record one. */
export function Scenarios() {
  return (
    <Section id="scenarios" title={text.title}>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-6 *:lg:col-span-2 *:nth-[n+4]:lg:col-span-3">
        {text.items.map((scenario, i) => (
          <ScenarioCard key={scenario.title} scenario={scenario} kind={KINDS[i] ?? 'other'} />
        ))}
      </div>
    </Section>
  );
}
