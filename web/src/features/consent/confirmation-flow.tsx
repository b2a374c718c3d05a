import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { confirmationTexts as text } from '#texts/confirmation';
import { dealTexts } from '#texts/deal';
import { Page, PageHeading } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Fact, Facts } from '../../components/ui/facts';
import { Notice, Told } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { addressOf, request } from '../../lib/api/api-client';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { ConfirmationView } from '../../lib/api/api-types';
import { formatAgreementId, formatAmount, formatDateTime } from '../../lib/format';
import { aboutWords } from '../agreements/deal-line';
import { PlayerRow } from '../player/player-row';
import { usePlayer } from '../player/use-player';
import { AnswerNoDialog } from './answer-no-dialog';

interface ConfirmationProps {
  contract: ConfirmationView;
  confirmationKey: string;
}

function Details({ contract }: { contract: ConfirmationView }) {
  const names = text.details;
  const about = aboutWords(contract);
  const facts: [string, string][] = [
    [names.partyA, contract.partyAName],
    [names.partyB, contract.partyBName],
    ...(about ? [[dealTexts.about, about] as [string, string]] : []),
    ...(contract.amount ? [[names.amount, formatAmount(contract.amount)] as [string, string]] : []),
    [names.created, formatDateTime(contract.createdAt)],
    [names.id, formatAgreementId(contract.agreementId)],
  ];
  return (
    <Card aria-labelledby="confirmation-details" className="flex flex-col gap-5">
      <CardTitle id="confirmation-details">{names.title}</CardTitle>
      <Facts className="wrap-anywhere tabular-nums [&_dd]:font-medium">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function Recording({ contract, confirmationKey }: ConfirmationProps) {
  const player = usePlayer({
    src: confirmationAudioUrl(contract.agreementId, confirmationKey),
    readsLength: true,
    onError: () => toast({ title: text.listen.failed, text: text.listen.failedText, tone: 'destructive' }),
  });
  const outline = useQuery(outlineQuery(contract.agreementId, confirmationKey));
  const peaks = outline.isPending ? null : (outline.data?.peaks ?? []);
  return (
    <Card aria-labelledby="confirmation-listen" className="flex flex-col gap-4">
      <div>
        <CardTitle id="confirmation-listen">{text.listen.title}</CardTitle>
        <p className="text-muted">{text.listen.lead(contract.partyAName)}</p>
      </div>
      <PlayerRow player={player} peaks={peaks} label={text.listen.region(contract.partyAName)} />
    </Card>
  );
}

/** What was said before, in words; where it settles the question, the heading says the rest. */
function GivenAnswer({ contract }: { contract: ConfirmationView }) {
  const when = formatDateTime(contract.answeredAt ?? contract.createdAt);
  if (contract.isOnDeviceOfA) {
    return (
      <Notice tone="warn" title={text.said.sameDeviceTitle}>
        {text.said.sameDevice(when, contract.partyAName)}
      </Notice>
    );
  }
  return contract.answer === 'no' ? (
    <Notice tone="warn">{text.said.no(when, contract.partyAName)}</Notice>
  ) : (
    <Notice tone="ok">{text.said.yes(when)}</Notice>
  );
}

/** A code that ran out while its page was open has words of its own: what to do about it. */
function answerFailure(error: unknown): string {
  const { title, text: help } = text.closed.link_invalid;
  if (error instanceof ApiError && error.code === 'link_invalid') return `${title}. ${help}`;
  return sentenceOf(error, text.answer.failed);
}

/** The facts, the recording, and two buttons: it was me, it was not me. */
export function ConfirmationFlow({ contract, confirmationKey }: ConfirmationProps) {
  const queries = useQueryClient();
  const { agreementId } = contract;
  const [isObjecting, setObjecting] = useState(false);
  const request = useMutation({
    mutationFn: (statement: Statement) => sendConfirmation(agreementId, confirmationKey, statement),
    onSuccess: (said) => {
      queries.setQueryData(confirmationQuery(agreementId, confirmationKey).queryKey, said);
      setObjecting(false);
    },
  });
  const { answer, partyAName, hasAudioRecording } = contract;
  const failure = request.isError ? answerFailure(request.error) : null;
  const isAsked = answer === null || contract.isOnDeviceOfA;
  const title = isAsked ? text.title : answer === 'no' ? text.said.noTitle : text.said.yesTitle;
  return (
    <Page title={title} focusKey={title} width="flow" className="flex flex-col gap-5 sm:gap-6">
      <div className="flex flex-col gap-1">
        <PageHeading>{title}</PageHeading>
        <p className="text-lg text-muted">{text.lead(partyAName)}</p>
      </div>
      <Told>{answer !== null && <GivenAnswer contract={contract} />}</Told>
      <Details contract={contract} />
      {hasAudioRecording ? (
        <Recording contract={contract} confirmationKey={confirmationKey} />
      ) : (
        <Notice>{text.listen.gone}</Notice>
      )}
      {answer !== 'no' && (
        <Card aria-labelledby="confirmation-answer" className="flex flex-col gap-4">
          <div>
            <CardTitle id="confirmation-answer">{text.answer.title}</CardTitle>
            <p className="text-muted">{text.answer.lead}</p>
          </div>
          {failure && !isObjecting && (
            <Notice tone="danger" role="alert">
              {failure}
            </Notice>
          )}
          <div className="flex flex-col gap-3 sm:flex-row">
            {isAsked && (
              <Button
                size="lg"
                busy={request.isPending && !isObjecting}
                onClick={() => !request.isPending && request.mutate({ answer: 'yes' })}
              >
                <Check className="size-5" aria-hidden="true" />
                {text.answer.yes}
              </Button>
            )}
            <Button
              size="lg"
              variant="secondary"
              onClick={() => {
                request.reset();
                setObjecting(true);
              }}
            >
              <X className="size-5" aria-hidden="true" />
              {isAsked ? text.answer.no : text.said.change}
            </Button>
          </div>
        </Card>
      )}
      {isObjecting && (
        <AnswerNoDialog
          text={text.no}
          partyAName={partyAName}
          isSending={request.isPending}
          failure={failure}
          onClose={() => setObjecting(false)}
          onSend={(reason) => request.mutate({ answer: 'no', reason })}
        />
      )}
    </Page>
  );
}

/** The contract that party B is asked about. */
export function confirmationQuery(agreementId: string, key: string) {
  const params = { path: { agreementId }, query: { key } };
  return queryOptions({
    queryKey: [addressOf('/api/agreements/remote/{agreementId}/confirmation', params)],
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/remote/{agreementId}/confirmation', { params, signal }),
  });
}

/** The shape of the recording, opened with the same key. */
function outlineQuery(agreementId: string, key: string) {
  const params = { path: { agreementId }, query: { key } };
  return queryOptions({
    queryKey: [addressOf('/api/agreements/remote/{agreementId}/confirmation/outline', params)],
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/remote/{agreementId}/confirmation/outline', { params, signal }),
  });
}

/** Address of the recording, opened with the same key. */
const confirmationAudioUrl = (agreementId: string, key: string) =>
  addressOf('/api/agreements/remote/{agreementId}/confirmation/audio', {
    path: { agreementId },
    query: { key },
  });

export interface Statement {
  answer: 'yes' | 'no';
  reason?: string;
}

/** Sends party B's answer. */
function sendConfirmation(agreementId: string, key: string, { answer, reason }: Statement) {
  const words = reason?.trim();
  return request('post', '/api/agreements/remote/{agreementId}/confirmation', {
    params: { path: { agreementId } },
    body: { key, answer, ...(words ? { reason: words } : {}) },
  });
}
