import { Camera, Clock, Download, FileText, type LucideIcon, Mic, Scale, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#texts/common';
import { homeTexts, type Scenario } from '#texts/home';
import { ButtonLink } from '../../components/ui/button';
import { cn } from '../../lib/cn';
import { type DealKind, recordKindPath } from '../new-agreement/deal-kind';

/** Not laid out before it comes near the screen: that would hold up the first press. Focus rings may stand out. */
const FAR_AWAY =
  '[content-visibility:auto] [contain-intrinsic-size:auto_36rem] [overflow-clip-margin:0.5rem]';

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  /** On large screens the title stands beside the content instead of above it. */
  isSplit?: boolean;
  children: ReactNode;
}

/** One part of the home page under its own heading. */
export function Section({ id, title, lead, isSplit = false, children }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'flex flex-col gap-6 border-t border-line pt-10 sm:gap-8 sm:pt-14',
        FAR_AWAY,
        isSplit && 'lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-12',
      )}
    >
      <div className="flex flex-col gap-3">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {lead && <p className="max-w-prose text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

const ICONS: Record<string, LucideIcon> = {
  scale: Scale,
  shield: ShieldCheck,
  text: FileText,
  camera: Camera,
  clock: Clock,
  download: Download,
};

/** Problem, solution, why it matters. */
export function Why() {
  return (
    <Section id="why" title={homeTexts.why.title}>
      <div className="grid gap-8 md:grid-cols-3">
        {homeTexts.why.items.map((item) => (
          <div key={item.name} className="flex flex-col gap-1.5">
            <h3 className="text-sm text-muted">{item.name}</h3>
            <p className="text-lg text-pretty">{item.text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The four steps from recording to a kept contract. */
export function Steps() {
  return (
    <Section id="steps" title={homeTexts.steps.title}>
      <ol className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {homeTexts.steps.items.map((item, i) => (
          <li key={item.name} className="flex flex-col gap-2 border-l-2 border-line pl-4">
            <span aria-hidden="true" className="font-serif text-3xl text-accent tabular-nums">
              {i + 1}
            </span>
            <h3>{item.name}</h3>
            <p className="text-muted">{item.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** How to record well. */
export function Guide() {
  return (
    <Section id="guide" title={homeTexts.guide.title} isSplit>
      <div className="grid gap-4 md:grid-cols-2">
        {[homeTexts.guide.before, homeTexts.guide.during].map((part) => (
          <div
            key={part.name}
            className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:p-6"
          >
            <h3 className="text-lg">{part.name}</h3>
            <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
              {part.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The six features, with the plain note about what a spoken agreement is worth. */
export function Features() {
  return (
    <Section id="features" title={homeTexts.features.title}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {homeTexts.features.items.map((item) => {
          const Icon = ICONS[item.icon] ?? FileText;
          return (
            <li key={item.name} className="flex gap-4 rounded-card border border-line bg-surface p-4 sm:p-6">
              <Icon className="mt-0.5 size-6 shrink-0 text-accent" strokeWidth={1.75} aria-hidden="true" />
              <div className="flex flex-col gap-1">
                <h3>{item.name}</h3>
                <p className="text-muted">{item.text}</p>
                {item.icon === 'scale' && <p className="text-sm text-muted">{t.app.bindingNote}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

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
