import { Link } from 'wouter';
import { homeTexts as text } from '#texts/home';
import type { AppConfig } from '../../lib/api/api-types';
import { usePieces } from '../../lib/browser/start-up';
import { Limits, PriceList, Questions, Receive } from './facts';
import { RecordButton } from './hero';
import { Features, Guide, Scenarios, Steps, Why } from './sections';

function ClosingSection() {
  return (
    <section
      aria-labelledby="last"
      className="flex flex-col items-start gap-4 border-t border-line py-10 sm:py-14"
    >
      <h2 id="last" className="text-2xl sm:text-3xl">
        {text.last.title}
      </h2>
      <p className="text-lg text-muted">{text.last.text}</p>
      <RecordButton className="w-full sm:w-auto" />
      <p className="text-muted">
        {text.last.onePage}{' '}
        <Link
          href="/create-contract"
          className="inline-flex min-h-6 items-center font-medium text-ink underline underline-offset-4"
        >
          {text.last.onePageLink}
        </Link>
      </p>
    </section>
  );
}

// Drawn once: nothing in them depends on what the server answers.
const BEFORE_PRICES = [
  <Why key="why" />,
  <Steps key="steps" />,
  <Scenarios key="scenarios" />,
  <Guide key="guide" />,
  <Features key="features" />,
  <Receive key="receive" />,
];
const AFTER_PRICES = [<Limits key="limits" />, <Questions key="questions" />, <ClosingSection key="last" />];

/** Everything below what is seen first: why, how, for whom, what it costs, what it cannot do. Drawn piece by piece. */
export function Story({ config }: { config: AppConfig | undefined }) {
  const count = usePieces(BEFORE_PRICES.length + 1 + AFTER_PRICES.length);
  const after = count - BEFORE_PRICES.length - 1;
  return (
    <>
      {BEFORE_PRICES.slice(0, count)}
      {after >= 0 && <PriceList config={config} />}
      {AFTER_PRICES.slice(0, Math.max(0, after))}
    </>
  );
}
