import { t } from '#texts/common';
import { invitationTexts as text } from '#texts/invitation';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { formatDateTime } from '../../lib/format';
import { RecoveryCard } from '../recording/ui/recovery-card';

interface ClosedViewProps {
  agreementId: string;
  error: unknown;
  onRetry: () => void;
}

/** Why the invitation does not open, and the way out, also for what was recorded for it. */
export function ClosedView({ agreementId, error, onRetry }: ClosedViewProps) {
  const state = closedState(error);
  const view = givenAnswer(error) ?? closedWords(error, state);
  return (
    <Page title={view.title} focusKey={view.title} width="text" className="flex flex-col gap-5 sm:py-20">
      <PageHeading>{view.title}</PageHeading>
      <p className="text-lg">{view.text}</p>
      {view.hint && <p className="text-muted">{view.hint}</p>}
      <div className="flex flex-wrap gap-3">
        {!state && <Button onClick={onRetry}>{t.common.tryAgain}</Button>}
        <ButtonLink href="/" variant={state ? 'primary' : 'secondary'}>
          {text.returnHome}
        </ButtonLink>
      </div>
      <RecoveryCard consentFor={agreementId} />
    </Page>
  );
}

interface ClosedWords {
  title: string;
  text: string;
  hint: string | null;
}

/** What party B answered, and when: the server tells whoever holds the key. */
function givenAnswer(error: unknown): ClosedWords | null {
  if (!(error instanceof ApiError)) return null;
  const { answer, answeredAt } = error.body;
  if ((answer !== 'agreed' && answer !== 'declined') || typeof answeredAt !== 'string') return null;
  const given = text.given[answer];
  return {
    title: text.closed.invitation_answered.title,
    text: given.text(formatDateTime(answeredAt)),
    hint: given.hint,
  };
}

function closedWords(error: unknown, state: ClosedState | null): ClosedWords {
  if (state) return text.closed[state];
  const notFound = text.closed.agreement_not_found;
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
  return {
    title: notFound.title,
    text: isUnreachable ? text.unreachable : sentenceOf(error, notFound.text),
    hint: null,
  };
}

/** Why an invitation cannot be answered. */
type ClosedState = keyof typeof text.closed;

/** The page for an invitation that cannot be opened or answered; null for failures that may pass. */
export function closedState(error: unknown): ClosedState | null {
  const code = error instanceof ApiError ? error.code : null;
  return code !== null && code in text.closed ? (code as ClosedState) : null;
}

/** Sent once more, the same recording would be refused once more. */
const OF_THE_RECORDING: ReadonlySet<string> = new Set([
  ...['consent_repeats_recording', 'consent_without_speech', 'empty_recording', 'broken_recording'],
  ...['several_sound_tracks', 'recording_too_long'],
]);

/** Whether only another recording helps. */
export function needsNewRecording(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_RECORDING.has(error.code);
}

type SendFailure = 'unreachable' | 'outdated' | 'refused';

/** What went wrong while sending a consent: no way to the server, other statements by now, or a refusal. */
export function sendFailure(error: unknown): SendFailure {
  if (error instanceof ApiError) {
    if (error.code === 'wording_outdated') return 'outdated';
    if (error.status >= 400 && error.status < 500) return 'refused';
  }
  return 'unreachable';
}
