import type { Principal } from '#platform';
import { codeDigits } from '../src/signed-links.js';
import { type AgreementsUnderTest, type Answer, LINK_SECRET } from './agreements-under-test.js';
import { send } from './invitations.fixture.js';

/** What an answer may tell whoever tries to consent for somebody else. */
export interface Body {
  code?: string;
  key?: string;
  triesLeft?: number;
  url?: string;
  answer?: string | null;
  [name: string]: unknown;
}

export const admin: Principal = { kind: 'admin', id: 1, sessionId: null };

export const remote = (id: string, act: string) => `/api/agreements/remote/${id}/${act}`;

/** Status and code of an answer in a line. */
export const seen = ({ status, body }: Answer<Body>) => `${status} ${body.code ?? 'ok'}`;

export const confirmCode = (under: AgreementsUnderTest, id: string, code: string) =>
  send<Body>(under, 'POST', remote(id, 'code/confirm'), { code });

/** What the newest mail with a code says. */
export async function mailedCode(
  under: AgreementsUnderTest,
  id: string,
): Promise<{ digits: string; codeId: string }> {
  await send(under, 'POST', remote(id, 'code'));
  const [row] = await under.query<{ id: string }>(
    'select id from consent_codes where agreement_id = $1 order by issued_at desc limit 1',
    [id],
  );
  const codeId = row?.id ?? '';
  return { codeId, digits: codeDigits(LINK_SECRET, id, codeId) };
}
