import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Headset, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { dashboardTexts } from '#texts/dashboard';
import { descriptionTexts } from '#texts/descriptions';
import { Button } from '../../components/ui/button';
import { CardTitle } from '../../components/ui/card';
import { Notice, Told } from '../../components/ui/notice';
import type { FallbackOptions } from '../../lib/api/api-types';
import { requestCustomerService } from './act';
import { eventsKey } from './api';
import { HumanOrderButton, type KnownOrder, tellFailure, useCheckout, useHumanOrder } from './human-order';

const text = dashboardTexts.fallback;

/** What is offered where no answer says otherwise. */
const ALWAYS: FallbackOptions = {
  manualService: { available: true, description: text.humanTranscriptText },
  customerService: { available: true, description: text.serviceText },
};

interface OptionProps {
  icon: typeof PenLine;
  number: string;
  title: string;
  price: string;
  description: string;
  children: ReactNode;
}

function Option({ icon: Icon, number, title, price, description, children }: OptionProps) {
  return (
    <li className="flex flex-col items-start gap-3 rounded-card border border-line p-4">
      <div className="flex w-full items-start gap-3">
        <Icon className="mt-1 size-5 shrink-0 text-accent" aria-hidden="true" />
        <div className="min-w-0 grow">
          <p className="text-sm text-muted">{number}</p>
          <p className="font-semibold">{title}</p>
        </div>
        <p className="font-semibold tabular-nums">{price}</p>
      </div>
      <p className="text-muted">{description}</p>
      {children}
    </li>
  );
}

interface FallbackPanelProps {
  agreementId: string;
  options: FallbackOptions | null;
  /** The order of a transcript by a person that there is. */
  known?: KnownOrder;
  /** Where the contract itself is still to be paid: opened after any request that is not paid for first. */
  checkout?: string;
  /** Of its heading: as deep as where it stands. */
  level?: 2 | 3;
}

/** The engine has given up: a person can write the transcript, or the support can look. The recording stays. */
export function FallbackPanel(props: FallbackPanelProps) {
  const { agreementId, options, known = null, checkout, level = 3 } = props;
  const queries = useQueryClient();
  const { manualService, customerService } = options ?? ALWAYS;
  const ordering = useHumanOrder(agreementId, known);
  const ticket = useMutation({
    mutationFn: () => requestCustomerService(agreementId),
    onSuccess: () => queries.invalidateQueries({ queryKey: eventsKey(agreementId) }),
    onError: tellFailure,
  });
  const ordered = ordering.order.data?.status ?? 'refunded';
  const isRequested = ordered !== 'refunded' || ticket.isSuccess;
  const next = ordering.payment ?? ((isRequested && checkout) || null);
  useCheckout(next);
  return (
    <section
      data-print="no"
      aria-labelledby="fallback"
      className="flex flex-col gap-4 rounded-card bg-warn-soft p-4 sm:p-5"
    >
      <div className="flex flex-col gap-1">
        <CardTitle id="fallback" level={level}>
          {text.title}
        </CardTitle>
        <p>{text.lead}</p>
      </div>
      <ul className="grid gap-3 *:bg-surface sm:grid-cols-2">
        {manualService.available && (
          <Option
            icon={PenLine}
            number={text.option1}
            title={text.humanTranscript}
            price={text.humanTranscriptPrice}
            description={descriptionTexts.of(manualService.description)}
          >
            <HumanOrderButton {...ordering} />
          </Option>
        )}
        {customerService.available && (
          <Option
            icon={Headset}
            number={text.option2}
            title={text.service}
            price={text.servicePrice}
            description={descriptionTexts.of(customerService.description)}
          >
            <Told>
              {ticket.isSuccess && <Notice tone="ok">{text.ticket(ticket.data.ticketNumber)}</Notice>}
            </Told>
            {!ticket.isSuccess && (
              <Button variant="secondary" busy={ticket.isPending} onClick={() => ticket.mutate()}>
                {text.serviceButton}
              </Button>
            )}
          </Option>
        )}
      </ul>
      <p className="text-sm">{text.note}</p>
    </section>
  );
}
