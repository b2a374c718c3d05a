import { humanTranscriptDueAt, MOST_ALIKE } from '../mail.due.js';
import type { MailContext } from '../mail.kind.js';
import { must } from '../mail.kind.js';
import { type Block, button, facts, type MailContent, paragraph } from '../rendering/mail.content.js';
import { oneLine, wordings } from '../texts/wording.js';
import { row, sides } from './agreement-content.js';

/** Whoever runs the product reads English. */
const wording = wordings.en;
const { texts } = wording;

/** A mail to whoever runs the product, with the way to the part of the administration that it is about. */
function toSupport(
  publicUrl: string,
  section: 'jobs' | 'system' | 'transcripts',
  { blocks, ...content }: Pick<MailContent, 'subject' | 'preview' | 'title' | 'blocks'>,
): MailContent {
  return {
    ...content,
    blocks: [...blocks, button(texts.openAdministration, `${publicUrl}/admin?section=${section}`)],
    reference: null,
    why: texts.supportAddress,
    publicUrl,
    wording,
  };
}

/** The last mail of its kind for a while says so. */
function lastOfMany(alike: number, what: string): Block[] {
  return alike === MOST_ALIKE - 1 ? [paragraph(texts.lastOfMany(MOST_ALIKE, what))] : [];
}

/** Support has a transcript to write, by when. */
export function humanTranscriptPaidMail(context: MailContext<'agreement' | 'payment'>): MailContent {
  const { humanTranscriptPaid: t } = texts;
  const dueAt = wording.dateTime(humanTranscriptDueAt(context).toISOString());
  return aboutHumanTranscript(context, t, t.lead(dueAt), []);
}

/** Support hears that nobody wrote the transcript in time. */
export function humanTranscriptLateMail(context: MailContext<'agreement' | 'payment'>): MailContent {
  const { humanTranscriptLate: t } = texts;
  const { details } = context.mail;
  const amount = wording.cents(must(details.amountCents, 'amount'), must(details.currency, 'currency'));
  const refundedAt = row(t.refundedAt, wording.dateTime(must(details.at, 'moment')));
  return aboutHumanTranscript(context, t, t.lead(amount), [refundedAt]);
}

function aboutHumanTranscript(
  context: MailContext<'agreement' | 'payment'>,
  t: { subject: (number: string) => string; title: string; next: string },
  lead: string,
  more: ReturnType<typeof row>[],
): MailContent {
  const { me, other, number } = sides(context);
  const { humanTranscriptPaid: names } = texts;
  const rows = [
    row(names.contract, number),
    row(texts.rows.between, texts.pair(me, other)),
    row(names.paidAt, wording.dateTime(must(context.payment.paidAt, 'payment'))),
    row(names.dueAt, wording.dateTime(humanTranscriptDueAt(context).toISOString())),
  ];
  return toSupport(context.publicUrl, 'transcripts', {
    subject: t.subject(number),
    preview: lead,
    title: t.title,
    blocks: [paragraph(lead), facts([...rows, ...more]), paragraph(t.next)],
  });
}

/** Support hears of an event that a handler gave up: why, whether it is tried again, and where to put it back. */
export function deadLetterMail({
  deadLetter,
  alike,
  publicUrl,
}: MailContext<'deadLetter' | 'alike'>): MailContent {
  const { deadLetter: t } = texts;
  const { retryAt, replayedAt, subject } = deadLetter;
  const handler = oneLine(deadLetter.handler);
  const [service = ''] = handler.split('.');
  const lead = t.lead(service, deadLetter.attempts);
  return toSupport(publicUrl, 'jobs', {
    subject: t.subject(handler),
    preview: lead,
    title: t.title,
    blocks: [
      paragraph(`${lead} ${t.safe}`),
      facts([
        row(t.rows.service, service),
        row(t.rows.handler, handler),
        row(t.rows.event, oneLine(deadLetter.routingKey)),
        subject === '' ? null : row(t.rows.subject, oneLine(subject)),
        row(t.rows.reason, oneLine(deadLetter.reason)),
        row(t.rows.diedAt, wording.dateTime(deadLetter.diedAt)),
        replayedAt === null
          ? row(t.rows.retryAt, retryAt === null ? t.notRetried : wording.dateTime(retryAt))
          : null,
      ]),
      paragraph(nextStep(retryAt, replayedAt)),
      ...lastOfMany(alike, handler),
    ],
  });
}

function nextStep(retryAt: string | null, replayedAt: string | null): string {
  const { deadLetter: t } = texts;
  if (replayedAt !== null) return t.replayed(wording.dateTime(replayedAt));
  return retryAt === null ? t.waits : t.retried(wording.dateTime(retryAt));
}

/** Support hears of a job whose attempts have all failed: what it was to do, why it did not, and where to begin it anew. */
export function jobGivenUpMail({ mail, job, alike, publicUrl }: MailContext<'job' | 'alike'>): MailContent {
  const { jobGivenUp: t } = texts;
  const [service = ''] = oneLine(must(mail.details.kind, 'job')).split('.');
  const name = oneLine(job.name);
  const isOpen = job.status === 'queued' || job.status === 'running';
  const lead = t.lead(service, name, isOpen ? null : job.attempts);
  return toSupport(publicUrl, 'jobs', {
    subject: t.subject(service, name),
    preview: lead,
    title: t.title,
    blocks: [
      paragraph(`${lead} ${t.safe}`),
      facts([
        row(t.rows.service, service),
        row(t.rows.job, name),
        row(t.rows.key, oneLine(job.key)),
        job.agreementId === null ? null : row(t.rows.contract, job.agreementId),
        job.lastError === null ? null : row(t.rows.reason, oneLine(job.lastError)),
        job.finishedAt === null ? null : row(t.rows.givenUpAt, wording.dateTime(job.finishedAt)),
      ]),
      paragraph(isOpen ? t.begunAnew : t.next),
      ...lastOfMany(alike, name),
    ],
  });
}

const SERVICES = new Set(['auth', 'agreements', 'payments', 'transcription', 'notifications', 'gateway']);

function nameOf(dependency: string): string {
  return SERVICES.has(dependency)
    ? texts.service(dependency)
    : (texts.dependencies[dependency] ?? oneLine(dependency));
}

/** A dependency that is away or was, as support is told of it. */
export interface OutageFacts {
  dependency: string;
  since: Date;
  /** Events and jobs that wait for it. */
  waiting: number;
  /** Services that miss it. */
  services: readonly string[];
  overAt: Date | null;
  toldAt: Date | null;
}

interface Moment {
  now: Date;
  publicUrl: string;
}

/** Support hears that something has been away for ten minutes. */
export function awayMail(outage: OutageFacts, { now, publicUrl }: Moment): MailContent {
  const t = { ...texts.outage, ...texts.outage.instead[outage.dependency] };
  const what = nameOf(outage.dependency);
  const since = outage.since.toISOString();
  const lead = t.lead(what, wording.dateTime(since));
  return toSupport(publicUrl, 'system', {
    subject: t.subject(what),
    preview: lead,
    title: t.title,
    blocks: [
      paragraph(`${lead} ${t.safe}`),
      facts([
        row(t.rows.what, what),
        row(t.rows.since, wording.dateTime(since)),
        row(t.rows.lasts, wording.timeUntil(now.toISOString(), outage.since)),
        outage.services.length === 0 ? null : row(t.rows.services, outage.services.join(', ')),
        outage.waiting === 0 ? null : row(t.rows.waiting, t.waiting(outage.waiting)),
      ]),
      paragraph(t.next),
      paragraph(t.steps),
    ],
  });
}

/** Support hears that it is over; of what mails could not leave for, this is the first. */
export function overMail(outage: OutageFacts, { publicUrl }: Moment): MailContent {
  const { outage: away, outageOver } = texts;
  const t = { ...outageOver, ...outageOver.instead[outage.dependency] };
  const what = nameOf(outage.dependency);
  const [since, until] = [outage.since, must(outage.overAt, 'end')].map((at) => at.toISOString()) as [
    string,
    string,
  ];
  const lead = t.lead(what, wording.dateTime(since), wording.dateTime(until));
  return toSupport(publicUrl, 'system', {
    subject: t.subject(what),
    preview: lead,
    title: t.title,
    blocks: [
      paragraph(outage.toldAt === null ? `${lead} ${t.untold}` : lead),
      facts([
        row(away.rows.what, what),
        row(away.rows.since, wording.dateTime(since)),
        row(t.rows.until, wording.dateTime(until)),
        row(t.rows.lasted, wording.timeUntil(until, outage.since)),
      ]),
      paragraph(t.next),
    ],
  });
}

/** Support hears of a run of verify that found violations, and of evidence that could not be checked. */
export function violationsMail({ verification, publicUrl }: MailContext<'verification'>): MailContent {
  const { violationsFound: t } = texts;
  const { checkedAt, holding, violations, unchecked, lines } = verification;
  const isUncheckedOnly = violations === 0;
  const said = isUncheckedOnly ? t.uncheckedOnly : t;
  const lead = said.lead(wording.dateTime(checkedAt));
  return toSupport(publicUrl, 'system', {
    subject: said.subject(isUncheckedOnly ? unchecked : violations),
    preview: lead,
    title: said.title,
    blocks: [
      paragraph(lead),
      facts([
        row(t.rows.violations, String(violations)),
        row(t.rows.holding, String(holding)),
        unchecked === 0 ? null : row(t.rows.unchecked, String(unchecked)),
      ]),
      paragraph(said.first),
      { kind: 'quote', lines: lines.map(oneLine) },
      paragraph(said.next),
    ],
  });
}
