import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { t } from '#texts/common';
import { contactTexts as text } from '#texts/contact';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { FailureNotice } from '../../components/ui/notice';
import { Select } from '../../components/ui/select';
import { TextArea } from '../../components/ui/text-area';
import { request } from '../../lib/api/api-client';
import { ApiError } from '../../lib/api/api-error';
import type { TicketAnswer } from '../../lib/api/api-types';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { useUntilLeft } from '../../lib/browser/leaving';
import { isEmail, nameTrouble } from '../../lib/name-and-email';
import { useSession } from '../../lib/session/session';
import type { Problems } from '../auth/validation';

export const ISSUES = [
  'audio_recording',
  'transcription',
  'payment_billing',
  'escrow_release',
  'agreement_access',
  'plan_features',
  'legal_questions',
  'technical_support',
  'account_access',
  'contract_disputes',
  'feature_request',
  'other',
] as const satisfies readonly (keyof typeof text.issues)[];

const NAME_MAX = 120;
const MESSAGE_MAX = 5000;

interface ContactValues {
  name: string;
  email: string;
  issueType: string;
  message: string;
}

/** Checks the contact form: everything is needed. */
export function checkContact(values: ContactValues): Problems<keyof ContactValues> {
  const problems: Problems<keyof ContactValues> = {};
  const nameFault = values.name.trim() === '' ? text.nameRequired : nameTrouble(values.name, t.names);
  if (nameFault) problems.name = nameFault;
  if (!isEmail(values.email)) problems.email = text.emailInvalid;
  if (!ISSUES.some((issue) => issue === values.issueType)) problems.issueType = text.issueRequired;
  if (values.message.trim() === '') problems.message = text.messageRequired;
  if (values.message.trim().length > MESSAGE_MAX) problems.message = text.messageLong(MESSAGE_MAX);
  return problems;
}

/** Sends a message to the support; the answer names the ticket. */
function sendContact(values: ContactValues): Promise<TicketAnswer> {
  return request('post', '/api/contact', {
    body: {
      name: values.name.trim(),
      email: values.email.trim(),
      // One of the choices: `checkContact` has let it through.
      issueType: values.issueType as (typeof ISSUES)[number],
      message: values.message.trim(),
      timestamp: new Date().toISOString(),
    },
  });
}

const OPTIONS = ISSUES.map((value) => ({ value, label: text.issues[value] }));
const ORDER = ['name', 'email', 'issueType', 'message'] as const;

/** What the server does not take of each field, in its words. */
function serverProblems(error: unknown): Problems<keyof ContactValues> {
  const found: Problems<keyof ContactValues> = {};
  if (!(error instanceof ApiError)) return found;
  for (const { field, message } of error.problems) {
    const name = ORDER.find((one) => one === field);
    if (name) found[name] ??= message;
  }
  return found;
}

const firstOf = (problems: Problems<keyof ContactValues>) => ORDER.find((name) => problems[name]);

interface ContactFormProps {
  onSent: (ticketNumber: string, email: string) => void;
}

/** Who writes, about what, and the message. */
export function ContactForm({ onSent }: ContactFormProps) {
  // Who writes a message stays who they are until it is sent or given up.
  const user = useUntilLeft(useSession().user);
  // What nobody has edited follows the account.
  const [edited, setEdited] = useState<Partial<ContactValues>>({});
  const values: ContactValues = {
    ...{ name: user?.username ?? '', email: user?.email ?? '', issueType: '', message: '' },
    ...edited,
  };
  const [problems, setProblems] = useState<Problems<keyof ContactValues>>({});
  const form = useRef<HTMLFormElement>(null);
  const request = useMutation({
    mutationFn: sendContact,
    onSuccess: (answer, sent) => onSent(answer.ticketNumber, sent.email.trim()),
    onError: (error) => show(serverProblems(error)),
  });
  useLeaveWarning(values.message.trim() === '' ? null : 'text');
  const hasFailed = request.isError && !firstOf(serverProblems(request.error));
  const isTooMany = request.error instanceof ApiError && request.error.status === 429;

  const set = (change: Partial<ContactValues>) => {
    setEdited({ ...edited, ...change });
    setProblems({});
  };

  /** Says at the fields what is wrong, and leads to the first; answers whether anything is. */
  const show = (found: Problems<keyof ContactValues>): boolean => {
    setProblems(found);
    const first = firstOf(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending || show(checkContact(values))) return;
    request.mutate(values);
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {hasFailed && (
        <FailureNotice title={t.common.error}>
          <p>{isTooMany ? text.tooMany : text.failed}</p>
        </FailureNotice>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={text.name}
          name="name"
          autoComplete="name"
          required
          maxLength={NAME_MAX}
          value={values.name}
          problem={problems.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Field
          label={text.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          value={values.email}
          problem={problems.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </div>
      <Select
        label={text.issue}
        name="issueType"
        options={OPTIONS}
        placeholder={text.issueChoose}
        required
        value={values.issueType}
        problem={problems.issueType}
        onChange={(event) => set({ issueType: event.target.value })}
      />
      <TextArea
        label={text.message}
        name="message"
        rows={6}
        hint={text.messageHint}
        required
        value={values.message}
        problem={problems.message}
        onChange={(event) => set({ message: event.target.value })}
      />
      <Button type="submit" size="lg" className="sm:self-start" busy={request.isPending}>
        {!request.isPending && <Send className="size-5" aria-hidden="true" />}
        {request.isPending ? text.sending : text.send}
      </Button>
    </form>
  );
}
