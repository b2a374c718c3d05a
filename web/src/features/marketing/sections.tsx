import { Camera, Clock, Download, FileText, type LucideIcon, Scale, ShieldCheck } from 'lucide-react';
import { t } from '#texts/common';
import { homeTexts } from '#texts/home';
import { Section } from './section';

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
