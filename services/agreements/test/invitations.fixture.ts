import { randomUUID } from 'node:crypto';
import { type EventEnvelope, paymentSucceeded } from '#contracts';
import { type Principal, visitor } from '#platform';
import { invitationKey } from '../src/signed-links.js';
import { type AgreementsUnderTest, type Answer, LINK_SECRET, user } from './agreements-under-test.js';
import { type SavedBody, savedAgreement } from './recordings.fixture.js';

export const OWNER = 61;

let receipts = 100_000;

/** Pays for an agreement as the payments service would tell. */
export async function pay(under: AgreementsUnderTest, agreementId: string, ownerId = OWNER): Promise<void> {
  receipts += 1;
  const event = under.event(paymentSucceeded, {
    paymentId: randomUUID(),
    agreementId,
    userId: ownerId,
    purpose: 'contract',
    amountCents: 500,
    currency: 'usd',
    receiptNumber: `SSC-2026-${receipts}`,
    paidAt: new Date().toISOString(),
  });
  await under.deliver(event);
  await under.handled(event, 'mark-paid');
}

/** A remote agreement that party B has been invited to. */
export async function invitedAgreement(
  under: AgreementsUnderTest,
  audio: Buffer,
  fields: object = {},
): Promise<SavedBody> {
  const saved = await savedAgreement(under, audio, OWNER, { isRemoteContract: true, ...fields });
  await pay(under, saved.agreementId);
  return saved;
}

/** The key in the link that party B has now, or of the link number `n` from the newest. */
export async function currentKey(under: AgreementsUnderTest, agreementId: string, n = 0): Promise<string> {
  const rows = await under.query<{ id: string }>(
    'select id from invitations where agreement_id = $1 order by issued_at desc, id desc',
    [agreementId],
  );
  return invitationKey(LINK_SECRET, agreementId, rows[n]?.id ?? 'none');
}

export const statements = {
  isNamedPerson: true,
  agreesToRecording: true,
  agreesToElectronicRecords: true,
  hasHeardTerms: true,
};

/** The consent form as the web app fills it in. A text goes in as it is; null leaves the part out. */
export function consentForm(audio: Buffer | null, fields: object | string | null = {}): FormData {
  const form = new FormData();
  if (fields !== null) {
    const body = { wordingVersion: '2026-11', statements, ...(typeof fields === 'string' ? {} : fields) };
    form.append('consent', typeof fields === 'string' ? fields : JSON.stringify(body));
  }
  if (audio) form.append('audio', new Blob([new Uint8Array(audio)], { type: 'audio/webm' }), 'consent.webm');
  return form;
}

/**
 * Consents with the key of the mail, unless the form brings another one or is no form that could. Tests say the same few
 * sentences to many agreements: what the others sound like is forgotten first.
 */
export async function consent<T = ConsentBody>(
  under: AgreementsUnderTest,
  agreementId: string,
  form: FormData,
): Promise<Answer<T>> {
  await forgetSounds(under, agreementId);
  return consentAfterOthers<T>(under, agreementId, form);
}

/**
 * As if nothing could be known of what was recorded for other agreements. No print is missing in between, which would be
 * made anew by a consent of the same moment; of party A's own, it is still to be made for their own agreement.
 */
export async function forgetSounds(under: AgreementsUnderTest, agreementId: string): Promise<void> {
  await under.query(
    `insert into sound_prints (recording_id, print, made_at)
     select r.id, '', now() from recordings r join agreements a using (agreement_id)
     where r.agreement_id <> $1 and (r.party = 'b' or not a.is_remote) order by r.id
     on conflict (recording_id) do update set print = ''`,
    [agreementId],
  );
  await under.query(
    `delete from sound_prints p using recordings r join agreements a using (agreement_id)
     where r.id = p.recording_id and r.agreement_id <> $1 and r.party = 'a' and a.is_remote`,
    [agreementId],
  );
}

/** The same, when what was said to other agreements is remembered. */
export async function consentAfterOthers<T = ConsentBody>(
  under: AgreementsUnderTest,
  agreementId: string,
  form: FormData,
): Promise<Answer<T>> {
  const fields = fieldsOf(form);
  if (fields !== null && !('key' in fields)) {
    form.set('consent', JSON.stringify({ ...fields, ...(await mailed(under, agreementId)) }));
  }
  return under.call<T>(`/api/agreements/remote/${agreementId}/consent`, visitor, {
    method: 'POST',
    body: form,
    headers: { 'user-agent': 'Browser of party B' },
  });
}

function fieldsOf(form: FormData): object | null {
  try {
    return JSON.parse(String(form.get('consent')));
  } catch {
    return null;
  }
}

/** What party B's browser adds who came through the mail; nothing before there was one. */
async function mailed(under: AgreementsUnderTest, agreementId: string): Promise<{ key?: string }> {
  const rows = await under.query('select 1 from invitations where agreement_id = $1', [agreementId]);
  return rows.length === 0 ? {} : { key: await currentKey(under, agreementId) };
}

/** Declines with the key of the mail. */
export async function decline(under: AgreementsUnderTest, agreementId: string, reason = 'No, thank you.') {
  const body = { reason, ...(await mailed(under, agreementId)) };
  return send(under, 'POST', `/api/agreements/remote/${agreementId}/decline`, body);
}

export interface ConsentBody {
  agreementId: string;
  status: string;
  sha256: string;
  durationSeconds: number;
  consentedAt: string;
}

/** A call with a JSON body. */
export function send<T = { code: string; [name: string]: unknown }>(
  under: AgreementsUnderTest,
  method: 'POST' | 'PATCH',
  path: string,
  body?: object,
  principal: Principal = visitor,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  return under.call<T>(path, principal, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

export async function viewOf(under: AgreementsUnderTest, agreementId: string) {
  return (await under.call<Record<string, unknown>>(`/api/agreements/${agreementId}`, user(OWNER))).body;
}

interface LogEntryRow {
  seq: number;
  type: string;
  actor: string;
  detail: Record<string, unknown>;
  address: string | null;
  device: string | null;
}

export function logOf(under: AgreementsUnderTest, agreementId: string): Promise<LogEntryRow[]> {
  return under.query<LogEntryRow>(
    'select seq, type, actor, detail, address, device from agreement_events where agreement_id = $1 order by seq',
    [agreementId],
  );
}

export const typesOf = async (under: AgreementsUnderTest, agreementId: string) =>
  (await logOf(under, agreementId)).map((row) => row.type);

/** Keeps every event that is written to be published, in the transaction that writes it. */
export async function keepEvents(under: AgreementsUnderTest): Promise<void> {
  await under.query(`
    create table events_of_test (seq bigint generated always as identity, subject text, envelope jsonb);
    create function keep_event() returns trigger language plpgsql security definer as $$
      begin insert into events_of_test (subject, envelope) values (new.subject, new.envelope); return null; end $$;
    create trigger keep_event after insert on outbox for each row execute function keep_event();
  `);
}

/** Events about an agreement since `keepEvents`, in order. */
export async function eventsOf(under: AgreementsUnderTest, agreementId: string, type?: string) {
  const rows = await under.query<{ envelope: EventEnvelope }>(
    'select envelope from events_of_test where subject = $1 order by seq',
    [agreementId],
  );
  const events = rows.map((row) => row.envelope);
  return type === undefined ? events : events.filter((event) => event.type === type);
}

/** Deadlines that are still open, by kind. */
export async function openDeadlines(under: AgreementsUnderTest, agreementId: string): Promise<string[]> {
  const rows = await under.query<{ kind: string }>(
    'select kind from deadlines where agreement_id = $1 and done_at is null order by kind',
    [agreementId],
  );
  return rows.map((row) => row.kind);
}
