import { type FormEvent, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { verifyTexts as text } from '#texts/verify';
import { Page, PageHeading } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { FileCheck } from './file-check';
import { OfflineCheck } from './offline-check';
import { SealState } from './seal-state';

const NUMBER = /^\d{16}$/;

/** Public: whether an agreement, or a file of one, is as it was sealed. */
export default function Verify() {
  const { agreementId } = useParams<{ agreementId?: string }>();
  const number = agreementId && NUMBER.test(agreementId) ? agreementId : null;
  const title = number === null ? text.title : text.agreement(number);
  return (
    <Page title={title} focusKey={number ?? ''} width="flow" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{text.title}</PageHeading>
        <p className="text-lg text-muted">{text.lead}</p>
      </div>
      {number === null ? <NumberForm given={agreementId ?? ''} /> : <SealState agreementId={number} />}
      <FileCheck key={number} agreementId={number} />
      <OfflineCheck />
      <p className="text-sm text-muted">{text.limits}</p>
    </Page>
  );
}

function NumberForm({ given }: { given: string }) {
  const [, go] = useLocation();
  const [value, setValue] = useState(given);
  const [problem, setProblem] = useState<string | undefined>(given === '' ? undefined : text.number.wrong);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const digits = value.replace(/[\s-]/g, '');
    if (NUMBER.test(digits)) go(`/verify/${digits}`);
    else setProblem(text.number.wrong);
  };
  return (
    <form onSubmit={open} noValidate className="flex flex-col items-start gap-3">
      <Field
        className="w-full"
        label={text.number.label}
        hint={text.number.hint}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        {...(problem === undefined ? {} : { problem })}
        onChange={(event) => {
          setValue(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" variant="secondary">
        {text.number.open}
      </Button>
    </form>
  );
}
