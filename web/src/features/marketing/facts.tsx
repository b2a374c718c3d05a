import { ChevronDown } from 'lucide-react';
import { t } from '#texts/common';
import { homeFactsTexts as text } from '#texts/home-facts';
import { ButtonLink } from '../../components/ui/button';
import type { AppConfig } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { pricesOf } from '../payments/price';
import { RecordButton } from './hero';
import { Section } from './sections';

const ESCROW_PERCENT = 5;

/** The proof that both have in the end. */
export function Receive() {
  const { receive } = text;
  return (
    <Section id="receive" title={receive.title} lead={receive.lead}>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <ul className="grid rounded-card border border-line bg-surface sm:grid-cols-3 sm:divide-x sm:divide-line">
          {receive.items.map((item) => (
            <li
              key={item.name}
              className="flex flex-col gap-1.5 border-line p-4 not-first:border-t sm:p-6 sm:not-first:border-t-0"
            >
              <h3 className="font-serif text-xl font-medium">{item.name}</h3>
              <p className="text-muted">{item.text}</p>
            </li>
          ))}
        </ul>
        <dl className="flex flex-col justify-center gap-3 lg:pl-4">
          {[receive.a, receive.b].map((party, i) => (
            <div
              key={party.name}
              className={i === 0 ? 'border-l-2 border-party-a pl-3' : 'border-l-2 border-party-b pl-3'}
            >
              <dt className={i === 0 ? 'font-semibold text-party-a' : 'font-semibold text-party-b'}>
                {party.name}
              </dt>
              <dd>{party.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

interface PriceRow {
  name: string;
  text: string;
  price: string;
}

function priceRows(config: AppConfig | undefined): PriceRow[] {
  const { prices } = text;
  const { contract, manualTranscription, subscription } = pricesOf(config);
  const short = (cents: number) => formatCents(cents, 'USD', true);
  return [
    { ...prices.contract, price: formatCents(contract) },
    { ...prices.preview, price: prices.free },
    { ...prices.partyB, price: prices.free },
    { ...prices.humanTranscript, price: formatCents(manualTranscription) },
    { ...prices.support, price: prices.free },
    { ...prices.subscription, price: prices.subscription.perMonth(short(subscription)) },
    { ...prices.escrow, price: prices.escrow.percent(config?.escrow.feePercent ?? ESCROW_PERCENT) },
  ];
}

/** Every price there is, and the way to begin. */
export function PriceList({ config }: { config: AppConfig | undefined }) {
  return (
    <Section id="prices" title={text.prices.title} lead={text.prices.lead} isSplit>
      <div className="flex flex-col items-start gap-6">
        <dl className="w-full divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-6">
          {priceRows(config).map((row) => (
            <div key={row.name} className="flex flex-wrap items-baseline justify-between gap-x-6 py-4">
              <dt className="min-w-0 grow basis-44">
                <span className="font-semibold">{row.name}</span>
                <span className="block text-muted">{row.text}</span>
              </dt>
              <dd className="shrink-0 text-lg font-semibold tabular-nums">{row.price}</dd>
            </div>
          ))}
        </dl>
        <RecordButton className="w-full sm:w-auto" />
      </div>
    </Section>
  );
}

/** What nobody should expect of it. */
export function Limits() {
  return (
    <Section id="limits" title={text.limits.title} isSplit>
      <div className="flex max-w-prose flex-col gap-4">
        <p className="text-lg">{t.app.bindingNote}</p>
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
          {text.limits.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** What people ask first. */
export function Questions() {
  return (
    <Section id="questions" title={text.questions.title} isSplit>
      <div className="flex flex-col items-start gap-4">
        <div className="w-full divide-y divide-line border-y border-line">
          {text.questions.items.map((item) => (
            <details key={item.question} className="group">
              <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
                {item.question}
                <ChevronDown
                  className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
                  aria-hidden="true"
                />
              </summary>
              <p className="max-w-prose pb-4 text-muted">{item.answer}</p>
            </details>
          ))}
        </div>
        <ButtonLink href="/contact" variant="secondary">
          {text.questions.more}
        </ButtonLink>
      </div>
    </Section>
  );
}
