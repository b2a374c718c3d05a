import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import type { Verification } from '../src/evidence/verification.view.js';
import type { AgreementsUnderTest } from './agreements-under-test.js';
import { OWNER, pay } from './invitations.fixture.js';
import { savedAgreement } from './recordings.fixture.js';
import { check, complete, type FakeServices, packetOf, sealed, unpack } from './seals.fixture.js';

/** What there is of a seal that was made in spite of a death: one of each, and the packet checks. */
export const oneSeal = {
  seals: 1,
  loggedAsSealed: 1,
  told: 1,
  /** Objects that no manifest names: a run that made other bytes than the one before would leave some. */
  strayObjects: [],
  verification: 'valid',
  nightly: null,
  packet: 0,
};

/** Completes an agreement, kills the process that seals it at a failpoint, and looks at what there is afterwards. */
export async function sealedAfterDeath(
  under: AgreementsUnderTest,
  services: FakeServices,
  { audio, folder, failpoint, skip = 0 }: { audio: Buffer; folder: string; failpoint: string; skip?: number },
): Promise<object> {
  const { agreementId } = await savedAgreement(under, audio, OWNER);
  await pay(under, agreementId);
  services.away.add(agreementId);
  await complete(under, agreementId);
  const death = under.killedAt(failpoint, skip);
  services.away.delete(agreementId);
  await death;
  const { manifestSha256 } = await sealed(under, agreementId);
  const told = await under.told(agreementId);
  const hashes = told
    .filter(({ type }) => type === 'agreements.agreement.sealed')
    .map(({ data }) => (data as { manifestSha256: string }).manifestSha256);
  const rows = await under.query<{ type: string; hash: string }>(
    `select type, detail ->> 'manifestSha256' as hash from agreement_events where agreement_id = $1 and type = 'sealed'`,
    [agreementId],
  );
  const parts = await under.query<{ key: string }>(
    'select object_key as key from seal_parts where agreement_id = $1',
    [agreementId],
  );
  const named = new Set(parts.map(({ key }) => key));
  const strayObjects: string[] = [];
  const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
  for await (const key of store.list(`seals/${agreementId}/`)) if (!named.has(key)) strayObjects.push(key);
  const { body } = await under.call<Verification>(`/api/verify/${agreementId}`, {
    ...{ kind: 'visitor', id: 0, sessionId: null },
  });
  const seals = await under.query('select 1 from seals where agreement_id = $1', [agreementId]);
  const packet = await unpack((await packetOf(under, agreementId)).body, `${folder}/${agreementId}`);
  return {
    seals: seals.length,
    loggedAsSealed: rows.filter(({ hash }) => hash === manifestSha256).length,
    told: new Set(hashes).size === 1 && hashes[0] === manifestSha256 ? hashes.length : hashes,
    strayObjects,
    verification: body.status,
    nightly: await under.service.app.get(AgreementCheck).check(agreementId),
    packet: (await check(packet)).status,
  };
}
