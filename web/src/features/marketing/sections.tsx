import { Camera, Clock, Download, FileText, type LucideIcon, Scale, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/en';
import { enHome, type Scenario } from '../../i18n/en.home';
import { cn } from '../../lib/cn';

const ICONS: Record<string, LucideIcon> = {
  scale: Scale,
  shield: ShieldCheck,
  text: FileText,
  camera: Camera,
  clock: Clock,
  download: Download,
};

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-6 border-t border-line pt-10 sm:gap-8 sm:pt-14"
    >
      <h2 id={id} className="text-2xl sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Problem, solution, why it matters. */
export function Why() {
  return (
    <Section id="why" title={enHome.why.title}>
      <div className="grid gap-8 md:grid-cols-3">
        {enHome.why.items.map((item) => (
          <div key={item.name} className="flex flex-col gap-1.5">
            <h3 className="text-sm text-muted">{item.name}</h3>
            <p className="text-lg">{item.text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The four steps from recording to a kept contract. */
export function Steps() {
  return (
    <Section id="steps" title={enHome.steps.title}>
      <ol className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {enHome.steps.items.map((item, i) => (
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

function ScenarioCard({ scenario }: { scenario: Scenario }) {
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
      <p className="mt-auto border-t border-line pt-3 text-sm text-muted">
        <ShieldCheck className="mr-1.5 inline size-4 align-text-bottom text-accent" aria-hidden="true" />
        <span className="sr-only">{enHome.scenarios.protection}: </span>
        {scenario.protection}
      </p>
    </article>
  );
}

/** Five deals, each with what both say and what the recording protects. */
export function Scenarios() {
  return (
    <Section id="scenarios" title={enHome.scenarios.title}>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-6 *:lg:col-span-2 *:nth-[n+4]:lg:col-span-3">
        {enHome.scenarios.items.map((scenario) => (
          <ScenarioCard key={scenario.title} scenario={scenario} />
        ))}
      </div>
    </Section>
  );
}

/** How to record well. */
export function Guide() {
  return (
    <Section id="guide" title={enHome.guide.title}>
      <div className="grid gap-8 md:grid-cols-2">
        {[enHome.guide.before, enHome.guide.during].map((part) => (
          <div key={part.name} className="flex flex-col gap-3">
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
    <Section id="features" title={enHome.features.title}>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {enHome.features.items.map((item) => {
          const Icon = ICONS[item.icon] ?? FileText;
          return (
            <li key={item.name} className="flex gap-4">
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
