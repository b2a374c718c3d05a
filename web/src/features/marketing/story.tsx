import { Link } from 'wouter';
import { homeTexts as text } from '#texts/home';
import type { AppConfig } from '../../lib/api-types';
import { Limits, PriceList, Questions, Receive } from './facts';
import { RecordButton } from './record-button';
import { Scenarios } from './scenarios';
import { Features, Guide, Steps, Why } from './sections';

// Drawn once: nothing in them depends on what the server answers.
const BEFORE_PRICES = (
  <>
    <Why />
    <Steps />
    <Scenarios />
    <Guide />
    <Features />
    <Receive />
  </>
);
const AFTER_PRICES = (
  <>
    <Limits />
    <Questions />
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
  </>
);

/** Everything below what is seen first: why, how, for whom, what it costs, what it cannot do. */
export function Story({ config }: { config: AppConfig | undefined }) {
  return (
    <>
      {BEFORE_PRICES}
      <PriceList config={config} />
      {AFTER_PRICES}
    </>
  );
}
