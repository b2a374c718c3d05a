import { letTimePass } from '#testing';
import { type AgreementsUnderTest, user } from './agreements-under-test.js';
import {
  consent,
  consentForm,
  decline,
  eventsOf,
  invitedAgreement,
  OWNER,
  send,
  typesOf,
  viewOf,
} from './invitations.fixture.js';

/** Everything that an answer to an invitation leaves. */
export const tracesOf = async (under: AgreementsUnderTest, agreementId: string) => ({
  status: (await viewOf(under, agreementId)).status,
  log: await typesOf(under, agreementId),
  events: (await eventsOf(under, agreementId)).length,
  recordings: await under.query('select id from recordings where agreement_id = $1', [agreementId]),
  consents: await under.query('select 1 from consents where agreement_id = $1', [agreementId]),
  objects: (await under.objects()).length,
});

/** What can end an agreement while party B consents. */
export const ENDS: Record<string, (under: AgreementsUnderTest, id: string) => Promise<{ status: number }>> = {
  'a refusal': (under, id) => decline(under, id),
  'a cancellation': (under, id) => send(under, 'POST', `/api/agreements/${id}/cancel`, {}, user(OWNER)),
};

/** Consents and ends an agreement at the same time: one of the two counts, and only that one leaves a trace. */
export async function race(
  under: AgreementsUnderTest,
  audio: Buffer,
  answer: Buffer,
  what: string,
  laterMs: number,
): Promise<void> {
  const { agreementId } = await invitedAgreement(under, audio);
  const before = await tracesOf(under, agreementId);
  // The recording is decoded first; a later end comes in the middle of that, or after it.
  const consenting = consent(under, agreementId, consentForm(answer));
  await letTimePass(laterMs, 'one side of the race begins a little later');
  const [given, ended] = await Promise.all([consenting, ENDS[what]?.(under, agreementId)]);
  const hasConsented = given.status === 201;
  expect(ended?.status === 200).toBe(!hasConsented);
  expect(hasConsented ? ended?.status : given.status).toBeGreaterThanOrEqual(409);
  const after = await tracesOf(under, agreementId);
  expect(after.status).toBe(hasConsented ? 'processing' : 'cancelled');
  expect(after.log).toHaveLength(before.log.length + 1);
  expect(after.objects).toBe(before.objects + (hasConsented ? 1 : 0));
  expect(after.consents).toHaveLength(hasConsented ? 1 : 0);
}
