import { type ReceivedMail, readMailbox } from '#stand-ins';
import { eventually, type Journey, type Saved, type TestSystem } from '#testing';

/** How a journey ended, counted from the outside. */
export interface Outcome {
  payments: number;
  paidOrders: number;
  transcripts: number;
  status: string;
  receiptsToA: number;
  proofsToA: number;
  proofsToB: number;
}

/** What every journey must end with, whatever happened on the way. */
export const oneOfEach: Outcome = {
  payments: 1,
  paidOrders: 1,
  transcripts: 1,
  status: 'completed',
  receiptsToA: 1,
  proofsToA: 1,
  proofsToB: 1,
};

/** Records, signs up, pays and waits for the proof, trying again where something is away for a while. */
export async function completeJourney(
  system: TestSystem,
  person: Journey,
  audio: string,
  patienceMs = 240_000,
): Promise<Saved> {
  const saved = await person.save(audio);
  await person.signup();
  const paid = await person.pay(saved).catch(async (error: unknown) => {
    // The answer of an earlier try got lost on the way, but the money has arrived.
    if ((error as { body?: { code?: string } }).body?.code !== 'already_paid') throw error;
    return { status: 'succeeded' };
  });
  if (paid.status !== 'succeeded') throw new Error(`the payment is ${paid.status}`);
  await person.transcript(saved.agreementId, patienceMs);
  await person.reaches(saved.agreementId, 'completed', patienceMs);
  await eventually(
    async () => {
      const mails = await mailsOf(system, person);
      if (mails.filter((mail) => isReceipt(mail) || isProof(mail, saved)).length < 3)
        throw new Error('not all mails');
    },
    patienceMs,
    'receipt and proof mails',
  );
  return saved;
}

/** Counts everything that belongs to a journey, after the system has gone quiet. */
export async function outcomeOf(system: TestSystem, person: Journey, saved: Saved): Promise<Outcome> {
  const { agreementId } = saved;
  const count = async (service: 'payments' | 'transcription', sql: string): Promise<number> => {
    const [row] = await system.query<{ n: number }>(service, sql, [agreementId]);
    return row?.n ?? 0;
  };
  const [agreement] = await system.query<{ status: string }>(
    'agreements',
    'select status from agreements where agreement_id = $1',
    [agreementId],
  );
  const mails = await mailsOf(system, person);
  const proofs = mails.filter((mail) => isProof(mail, saved));
  const distinct = (address: string, among: typeof mails): number =>
    new Set(among.filter((mail) => mail.to.includes(address)).map((mail) => mail.messageId)).size;
  return {
    payments: system.stripe
      .listPaymentIntents()
      .filter((intent) => intent.metadata.agreementId === agreementId && intent.status === 'succeeded')
      .length,
    paidOrders: await count(
      'payments',
      `select count(*)::int as n from orders where agreement_id = $1 and status = 'paid'`,
    ),
    transcripts: await count(
      'transcription',
      `select count(*)::int as n from transcripts where agreement_id = $1`,
    ),
    status: agreement?.status ?? 'none',
    receiptsToA: distinct(person.emailA, mails.filter(isReceipt)),
    proofsToA: distinct(person.emailA, proofs),
    proofsToB: distinct(person.emailB, proofs),
  };
}

const isReceipt = (mail: ReceivedMail): boolean => /receipt/i.test(mail.subject);
const isProof = (mail: ReceivedMail, { agreementId }: Saved): boolean =>
  mail.attachments.includes(`transcript_${agreementId}.txt`);

async function mailsOf(system: TestSystem, person: Journey) {
  const mails = await readMailbox(system.mailboxUrl);
  return mails.filter((mail) => mail.to.includes(person.emailA) || mail.to.includes(person.emailB));
}
