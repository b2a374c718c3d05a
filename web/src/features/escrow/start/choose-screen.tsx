import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { ButtonLink } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { Select } from '../../../components/ui/select';
import { Skeleton } from '../../../components/ui/skeleton';
import type { HeldTerms, User } from '../../../lib/api/api-types';
import { agreementsQuery } from '../../agreements/api';
import { dealText } from '../../agreements/deal-line';
import { protectionOf } from '../protection';
import { CreateForm } from './create-form';
import { HowItWorks } from './start-screen';

const text = escrowTexts.choose;

interface ChooseScreenProps {
  user: User;
  terms: HeldTerms;
  onPrepared: (agreementId: string) => void;
}

/** Which contract a payment is for, and then the same form as where it is known. */
export function ChooseScreen({ user, terms, onPrepared }: ChooseScreenProps) {
  const list = useInfiniteQuery(agreementsQuery(user.id));
  const [chosen, setChosen] = useState('');
  const [isMissing, setMissing] = useState(false);
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = all.filter((agreement) => protectionOf(agreement) === 'protect');
  const agreement = open.find(({ agreementId }) => agreementId === chosen) ?? null;

  if (list.isPending) return <Skeleton className="h-80" />;
  if (list.isSuccess && open.length === 0) {
    return (
      <Card className="flex flex-col items-start gap-3">
        <CardTitle>{text.none}</CardTitle>
        <p>{text.noneText}</p>
        <ButtonLink href="/record-voice-deal">{t.dashboard.create}</ButtonLink>
      </Card>
    );
  }
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Card className="flex flex-col gap-5 self-start">
        <CardTitle>{escrowTexts.form.title}</CardTitle>
        <Select
          label={text.label}
          name="agreementId"
          placeholder={text.placeholder}
          options={open.map((one) => ({ value: one.agreementId, label: dealText(one) }))}
          problem={isMissing && chosen === '' ? escrowTexts.form.missingText : undefined}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
        <CreateForm
          key={chosen}
          agreementId={chosen}
          agreement={agreement}
          user={user}
          terms={terms}
          onUnchosen={() => setMissing(true)}
          onPrepared={() => onPrepared(chosen)}
        />
      </Card>
      <HowItWorks holdHours={agreement ? terms.holdHours[agreement.escrowHoldPeriod] : undefined} />
    </div>
  );
}
