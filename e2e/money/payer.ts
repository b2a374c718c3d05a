import { type ReceivedMail, readMailbox } from '#stand-ins';
import { eventually, type Journey, type TestSystem } from '#testing';

export interface EscrowView {
  state: string;
  role: string;
  amount: number;
  platformFee: number;
  sellerAmount: number;
  buyerRefund: number;
  releaseAt: string | null;
  sellerReady: boolean;
  /** A bank takes its time over the payment. */
  isBankTaking: boolean;
  actions: string[];
}

export interface EscrowIntent {
  requiresOnboarding: boolean;
  clientSecret: string | null;
  platformFee: number;
  sellerAmount: number;
}

/** Pays as the sandbox form does: straight at the payment provider, with the publishable key. Answers its status. */
export async function confirm(
  system: TestSystem,
  clientSecret: string,
  paymentMethod = 'pm_card_visa',
): Promise<string> {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const answer = await fetch(`${system.stripe.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      payment_method: paymentMethod,
      client_secret: clientSecret,
      return_url: `${system.url}/dashboard`,
    }),
  });
  const body = (await answer.json()) as { status?: string; error?: { code: string } };
  return body.status ?? body.error?.code ?? 'unknown';
}

/** The newest key in a seller's mails about one contract. */
export function sellerKey(system: TestSystem, address: string, agreementId: string): Promise<string> {
  return eventually(
    async () => {
      const keys = (await readMailbox(system.mailboxUrl))
        .filter((mail) => mail.to.includes(address))
        .map(
          (mail) => new RegExp(`/escrow\\?agreementId=${agreementId}&key=([\\w.%-]+)`).exec(mail.text)?.[1],
        )
        .filter((key) => key !== undefined);
      const key = keys.at(-1);
      if (key === undefined) throw new Error(`no link for ${address}`);
      return decodeURIComponent(key);
    },
    30_000,
    `a link for the seller ${address}`,
  );
}

/** Goes through the provider's onboarding pages as a person would, by the button. Answers where it leads back to. */
export async function onboard(onboardingUrl: string): Promise<URL> {
  // The address works once: it leads to the form.
  const form = await fetch(onboardingUrl);
  if (!(await form.text()).includes('Finish onboarding')) throw new Error(`no form at ${form.url}`);
  const answer = await fetch(form.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'finished' }),
  });
  if (answer.status !== 303) throw new Error(`the onboarding page answered ${answer.status}`);
  return new URL(answer.headers.get('location') ?? '', onboardingUrl);
}

/** The escrow as one of its people sees it. */
export function escrowView(person: Journey, agreementId: string, key?: string): Promise<EscrowView> {
  return person.ask('GET', `/api/escrow/${agreementId}${withKey(key)}`);
}

export function escrowAct(
  person: Journey,
  agreementId: string,
  act: string,
  { key, json = {} }: { key?: string; json?: object } = {},
): Promise<EscrowView> {
  return person.ask('POST', `/api/escrow/${agreementId}/${act}${withKey(key)}`, { json });
}

export function escrowReaches(person: Journey, agreementId: string, state: string): Promise<EscrowView> {
  return eventually(
    async () => {
      const view = await escrowView(person, agreementId);
      if (view.state !== state) throw new Error(`the escrow is ${view.state}`);
      return view;
    },
    60_000,
    `an escrow that is ${state}`,
  );
}

/** Distinct mails to an address whose subject or text says something. */
export async function mailsTo(system: TestSystem, address: string, says: RegExp): Promise<ReceivedMail[]> {
  const mails = (await readMailbox(system.mailboxUrl)).filter(
    (mail) => mail.to.includes(address) && (says.test(mail.subject) || says.test(mail.text)),
  );
  return [...new Map(mails.map((mail) => [mail.messageId, mail])).values()];
}

/** The whole ledger in one figure, and what is left on an account. */
export async function ledgerOf(
  system: TestSystem,
  account: string,
): Promise<{ sum: number; balance: number }> {
  const [row] = await system.query<{ sum: number; balance: number }>(
    'payments',
    `select coalesce(sum(amount_cents), 0)::float8 as sum,
       coalesce(sum(amount_cents) filter (where account = $1), 0)::float8 as balance from ledger_entries`,
    [account],
  );
  return row ?? { sum: Number.NaN, balance: Number.NaN };
}

const withKey = (key?: string): string => (key === undefined ? '' : `?key=${encodeURIComponent(key)}`);
