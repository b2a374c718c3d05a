import { useQuery } from '@tanstack/react-query';
import { Mic } from 'lucide-react';
import { Page } from '../components/layout/page';
import { ButtonLink } from '../components/ui/button';
import { LiveDemo } from '../features/marketing/live-demo';
import { Features, Guide, Scenarios, Steps, Why } from '../features/marketing/sections';
import { contractPrice } from '../features/payments/price';
import { enHome } from '../i18n/en.home';
import { configQuery } from '../lib/config';

function RecordButton({ className }: { className?: string }) {
  return (
    <ButtonLink href="/record-voice-deal" size="lg" className={className}>
      <Mic className="size-5" aria-hidden="true" />
      {enHome.cta}
    </ButtonLink>
  );
}

/** What the product is, what it costs, and one button. */
export default function Home() {
  const price = contractPrice(useQuery(configQuery).data);
  return (
    <Page title={enHome.pageTitle} className="flex flex-col gap-12 sm:gap-16">
      <div className="grid items-start gap-10 lg:grid-cols-[1fr_28rem] lg:gap-14">
        <div className="flex flex-col items-start gap-5 pt-2 sm:pt-6 lg:sticky lg:top-24">
          <h1 tabIndex={-1} className="text-4xl text-balance sm:text-5xl">
            {enHome.promise}
          </h1>
          <p className="max-w-prose text-lg text-muted">{enHome.lead}</p>
          <p>
            <span className="font-semibold">{enHome.priceLine(price.short)}.</span>{' '}
            <span className="text-muted">{enHome.priceDetail}</span>
          </p>
          <RecordButton className="w-full sm:w-auto" />
        </div>
        <div className="flex flex-col gap-4">
          <h2 className="font-sans text-sm font-medium tracking-normal text-muted">{enHome.demo.title}</h2>
          <LiveDemo />
        </div>
      </div>
      <Why />
      <Steps />
      <Scenarios />
      <Guide />
      <Features />
      <section
        aria-labelledby="last"
        className="flex flex-col items-start gap-4 border-t border-line py-10 sm:py-14"
      >
        <h2 id="last" className="text-2xl sm:text-3xl">
          {enHome.last.title}
        </h2>
        <p className="text-lg text-muted">{enHome.last.text}</p>
        <RecordButton className="w-full sm:w-auto" />
      </section>
    </Page>
  );
}
