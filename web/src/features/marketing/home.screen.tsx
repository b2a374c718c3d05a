import { Check } from 'lucide-react';
import { memo } from 'react';
import { homeTexts as text } from '#texts/home';
import { Page } from '../../components/layout/page';
import { lazyPart } from '../../components/ui/lazy-part';
import { Skeleton } from '../../components/ui/skeleton';
import { useAlive, useIdle } from '../../lib/browser/start-up';
import { contractPrice, useConfig } from '../payments/price';
import { DEMO_HEIGHT, RecordButton } from './hero';

// What is seen first must not wait for what is below it.
const DEMO_TO_COME = <Skeleton className={`w-full rounded-card ${DEMO_HEIGHT}`} />;
const LiveDemo = lazyPart(() => import('./live-demo').then((m) => m.LiveDemo), {
  waiting: DEMO_TO_COME,
});
const Story = lazyPart(() => import('./story').then((m) => m.Story));

const Hero = memo(function Hero({ price, isAlive }: { price: string; isAlive: boolean }) {
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(min-content,1fr)_minmax(0,28rem)] lg:gap-14">
      <div className="flex flex-col items-start gap-5 pt-2 sm:pt-6 lg:sticky lg:top-24">
        <h1 tabIndex={-1} className="text-4xl text-balance sm:text-5xl">
          {text.promise}
        </h1>
        <p className="max-w-prose text-lg text-muted">{text.lead}</p>
        <p>
          <span className="font-semibold">{text.priceLine(price)}.</span>{' '}
          <span className="text-muted">{text.priceDetail}</span>
        </p>
        <RecordButton className="w-full sm:w-auto" />
        <ul className="flex flex-col gap-2 text-muted lg:pt-4">
          {text.assurances.map((line) => (
            <li key={line} className="flex items-start gap-2">
              <Check className="mt-1 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col gap-4">
        <h2 className="font-sans text-sm font-medium tracking-normal text-muted">{text.demo.title}</h2>
        {isAlive ? <LiveDemo /> : DEMO_TO_COME}
      </div>
    </div>
  );
});

/** What the product is, what it costs, and one button. */
export default function Home() {
  const config = useConfig();
  const isAlive = useAlive();
  const isIdle = useIdle();
  return (
    <Page title={text.pageTitle} className="flex flex-col gap-12 sm:gap-16">
      <Hero price={contractPrice(config).short} isAlive={isAlive} />
      {isIdle && <Story config={config} />}
    </Page>
  );
}
