import { type Browser, expect, type Page, test } from '@playwright/test';
import { englishWordsIn, Journey, type Saved } from '#testing';
import { expectAccessible, launch, look, required, speakFor, widths } from '../pages.js';
import { enter, linkTo, PASSWORD } from '../people.js';
import { escrowFor, newcomer, paidContract, sellerLink } from '../prepared-people.js';

test.describe.configure({ timeout: 300_000 });

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** Everything that a page says in Spanish: text, and what is read out instead of it. As text, because these types know no documents. */
const WORDS = `(() => {
  const words = [document.title];
  const isSpanish = (element) => element.closest('[lang]')?.lang.startsWith('es');
  for (const element of document.querySelectorAll('body *')) {
    if (/^(SCRIPT|STYLE|TEMPLATE)$/.test(element.tagName)) continue;
    if (!isSpanish(element) || !element.checkVisibility()) continue;
    for (const node of element.childNodes) if (node.nodeType === 3) words.push(node.nodeValue);
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
      words.push(element.getAttribute(name) ?? '');
    }
  }
  // What is quoted is what somebody has said.
  return words.join('\\n').replace(/«[^»]*»|“[^”]*”/g, ' ');
})()`;

/** Somebody with a phone in Spanish. What was said in a recording stays in the language in which it was said. */
class SpanishPhone {
  private readonly spoken: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(): Promise<SpanishPhone> {
    const context = await browser.newContext({
      locale: 'es-US',
      viewport: widths.phone,
      permissions: ['microphone'],
      serviceWorkers: 'block',
      baseURL: required('SYSTEM_URL'),
    });
    return new SpanishPhone(await context.newPage());
  }

  hears(words: readonly string[]): void {
    this.spoken.push(...words);
  }

  /** The screen as it is now has no English word, nothing is wider than it, and it is accessible. */
  async reads(step: string): Promise<void> {
    await look(this.page, `es-${step}`, 'phone', true);
    // A line of speech may be drawn in pieces, down to single words.
    const spoken = new Set(
      this.spoken
        .join(' ')
        .toLowerCase()
        .match(/\p{L}+/gu),
    );
    const english = async () =>
      englishWordsIn(await this.page.evaluate<string>(WORDS), this.spoken).filter(
        (word) => !spoken.has(word),
      );
    // What comes and goes (a message, a stage of the work) is waited for as little as what stays.
    expect(await english(), `English words on ${step}`).toEqual([]);
    await expectAccessible(this.page);
  }

  button(name: string | RegExp) {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** Somebody who did everything in Spanish until now. */
const ana = () => new Journey(required('SYSTEM_URL'), { patienceMs: 20_000, language: 'es-US' });

/** Rows of a log that tell of failures, refunds and deletion. */
const MISHAPS = [
  { type: 'transcription-failed', actor: 'transcription', detail: { reason: 'recording_unusable' } },
  {
    type: 'mail-failed',
    actor: 'notifications',
    detail: { template: 'payment-requested', recipient: 'partyB', outcome: 'bounced' },
  },
  {
    type: 'payment-refunded',
    actor: 'payments',
    detail: { purpose: 'contract', amountCents: 500, currency: 'USD', reason: 'recording-deleted' },
  },
  { type: 'deletion-blocked', actor: 'agreements', detail: { escrowStatus: 'held', chargeback: 'open' } },
  { type: 'content-deleted', actor: 'agreements', detail: { reason: 'access-ended', sha256: null } },
];

async function spokenIn(journey: Journey, { agreementId }: Saved): Promise<string[]> {
  const { segments } = await journey.transcript(agreementId);
  return segments.map(({ text }) => text);
}

test('two people at one table, in Spanish from the home page to the transcript', async () => {
  const phone = await SpanishPhone.open();
  const { page } = phone;
  const email = `ana.${Date.now()}@example.test`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Grabar un acuerdo' }).first().click();
  await page.getByLabel('Nombre de la parte A').fill('Ana Morales');
  await page.getByLabel('Correo de la parte A').fill(email);
  await page.getByLabel('Nombre de la parte B').fill('Benjamín Castillo');
  await page.getByLabel('Correo de la parte B').fill(`benjamin.${Date.now()}@example.test`);
  await page.getByLabel('Monto del acuerdo').fill('2000');
  await phone.reads('details');
  await page.getByRole('button', { name: 'Empezar a grabar' }).click();
  await expect(page.getByText('Grabación en curso...').first()).toBeVisible();
  await phone.reads('recording');
  await speakFor(9000);
  await page.getByRole('button', { name: 'Detener', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa la grabación' })).toBeVisible();
  await phone.reads('review');
  await phone.button('Continuar al pago').click();
  await expect(page.getByText('A salvo en nuestro servidor').first()).toBeVisible();
  await phone.reads('safe');
  await page.getByRole('main').getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar contraseña').fill(PASSWORD);
  await phone.reads('signup');
  await phone.button('Crear cuenta').click();

  await page.getByRole('radio', { name: 'Rechazada' }).check();
  await phone.reads('checkout');
  await phone.button('Pagar $5.00').click();
  await expect(page.getByText('El pago falló').first()).toBeVisible();
  await phone.reads('declined');
  await page.getByRole('radio', { name: 'Sale bien' }).check();
  await phone.button('Pagar $5.00').click();
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  await expect(page.getByText('Pagado. Está a salvo.')).toBeVisible();
  await phone.reads('dashboard-paid');
  const entry = page.locator('tr, li').filter({ hasText: 'Benjamín Castillo' }).first();
  await expect(entry.getByText('Completado', { exact: true })).toBeVisible({ timeout: 120_000 });

  const userId = await page.evaluate<string>(`localStorage.getItem('userId')`);
  const mine = await page.request.get(`/api/users/${userId}/agreements`);
  const agreementId = /"agreementId":"(\d{16})"/.exec(await mine.text())?.[1] ?? '';
  const transcript = await page.request.get(`/api/agreements/${agreementId}/transcript`);
  const { segments } = (await transcript.json()) as { segments: { text: string }[] };
  phone.hears(segments.map(({ text }) => text));
  await page.getByRole('button', { name: /Ver el contrato/ }).click();
  await expect(page.getByRole('dialog', { name: 'Contrato de voz' })).toContainText('Ana Morales');
  await phone.reads('viewer');
  await page.goto('/receipts');
  await expect(page.getByRole('heading', { level: 1, name: 'Recibos' })).toBeVisible();
  await phone.reads('receipts');
  await phone.close();
});

test('two people apart: invitation, consent and the finished contract in Spanish', async () => {
  const journey = ana();
  await journey.signup();
  const saved = await journey.save(required('OFFER_WAV'), { isRemoteContract: true });
  expect(await journey.pay(saved)).toMatchObject({ status: 'succeeded' });
  await journey.reaches(saved.agreementId, 'awaiting_party');
  const a = await SpanishPhone.open();
  await enter(a.page.context(), journey.emailA);
  await a.page.goto('/dashboard');
  await expect(a.page.getByText('En espera de la otra parte').first()).toBeVisible();
  await a.reads('awaiting');

  const b = await SpanishPhone.open();
  const { page } = b;
  await page.goto(await linkTo(journey.emailB));
  await expect(
    page.getByRole('heading', { level: 1, name: 'Invitación a un contrato de voz' }),
  ).toBeVisible();
  await b.reads('invitation');
  await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toContainText('Tu motivo');
  await b.reads('decline-question');
  await page.getByRole('button', { name: 'Volver', exact: true }).click();
  for (const tick of await page.getByRole('checkbox').all()) await tick.check();
  await b.button('Aceptar y grabar mi consentimiento').click();
  await expect(page.getByRole('heading', { name: 'Graba tu consentimiento' })).toBeVisible();
  await b.reads('consent');
  await b.button('Empezar a grabar').click();
  await expect(page.getByText('Grabación en curso...').first()).toBeVisible();
  await speakFor(8000);
  await b.button('Detener').click();
  await expect(page.getByRole('heading', { name: 'Revisa tu consentimiento' })).toBeVisible();
  await b.reads('consent-review');
  await b.button('Enviar consentimiento').click();
  await expect(page.getByRole('heading', { name: 'Tu consentimiento quedó grabado' })).toBeVisible({
    timeout: 45_000,
  });
  await b.reads('consent-done');
  await page.goto(`/remote-contract/${saved.agreementId}`);
  await expect(page.getByRole('heading', { name: 'Ya tiene respuesta' })).toBeVisible();
  await b.reads('answered');

  await journey.reaches(saved.agreementId, 'completed', 120_000);
  a.hears(await spokenIn(journey, saved));
  await a.page.goto('/dashboard');
  await a.page.getByRole('button', { name: /Ver el contrato/ }).click();
  await expect(a.page.getByRole('dialog', { name: 'Contrato de voz' })).toContainText('Quién aceptó');
  await a.reads('viewer-remote');
  await Promise.all([a.close(), b.close()]);
});

test('a payment is held, delivered and released in Spanish', async () => {
  const journey = await newcomer({ language: 'es-US' });
  const contract = await paidContract(journey);
  const buyer = await SpanishPhone.open();
  const { page } = buyer;
  await enter(page.context(), journey.emailA);
  await page.goto(`/escrow?agreementId=${contract.agreementId}`);
  await page.getByLabel('Monto').fill('2000');
  await buyer.reads('protect');
  await buyer.button('Continuar').click();
  await expect(page.getByText('El vendedor debe registrarse para cobrar').first()).toBeVisible();
  await buyer.reads('onboarding');
  const opened = page.context().waitForEvent('page');
  await buyer.button(/^Configurar el cobro del vendedor/).click();
  // The page of Stripe's stand-in.
  const tab = await opened;
  await tab.getByRole('button', { name: 'Finish onboarding' }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Protección del pago' })).toBeVisible();
  await tab.close();
  await expect(page.getByRole('radio', { name: 'Sale bien' })).toBeVisible({ timeout: 45_000 });
  await buyer.reads('pay-held');
  await page.getByRole('radio', { name: 'Sale bien' }).check();
  await buyer.button('Pagar $2,000.00').click();
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  await expect(page.getByText('Pago recibido', { exact: true })).toBeVisible();
  await buyer.reads('dashboard-held');
  await page.goto(`/escrow?agreementId=${contract.agreementId}`);
  const next = page.getByRole('region', { name: 'Qué sigue' });
  await expect(next.getByText('Pago retenido')).toBeVisible({ timeout: 45_000 });
  await buyer.reads('held');

  const seller = await SpanishPhone.open();
  await seller.page.goto(await sellerLink(journey.emailB, contract.agreementId));
  await expect(seller.page.getByRole('region', { name: 'Qué sigue' })).toContainText('Pago retenido');
  await seller.reads('seller');
  await seller.button('Marcar como entregado').click();
  const question = seller.page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await seller.reads('delivered-question');
  await question.getByRole('button', { name: 'Marcar como entregado', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(seller.page.getByRole('timer')).toContainText(/Tiempo restante: 23 h/);
  await seller.reads('seller-waits');

  await page.reload();
  await buyer.button('Liberar ahora').click();
  await buyer.reads('release-question');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Liberar el pago', exact: true }).click();
  const password = page.getByRole('dialog', { name: 'Tu contraseña, una vez más' });
  await password.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await buyer.reads('password');
  await password.getByRole('button', { name: 'Continuar' }).click();
  await expect(next.getByText('Liberado', { exact: true })).toBeVisible({ timeout: 45_000 });
  await buyer.reads('released');

  await page.goto('/record-voice-deal');
  await page.getByRole('button', { name: /^Abrir el asistente de contratos/ }).click();
  const assistant = page.getByRole('region', { name: 'Asistente de contratos' });
  await assistant.getByLabel('Tu pregunta').fill('¿Cuándo cobra el vendedor?');
  await assistant.getByRole('button', { name: 'Enviar la pregunta' }).click();
  await expect(assistant.getByText('Buscando...')).toBeHidden({ timeout: 30_000 });
  await buyer.reads('assistant');
  await Promise.all([buyer.close(), seller.close()]);
});

test('a cancelled contract, one with a protected payment, and the log of one that went wrong in Spanish', async () => {
  const journey = await newcomer({ language: 'es-US' });
  const [remote, paid] = await Promise.all([
    journey.save(required('OFFER_WAV'), { isRemoteContract: true }),
    paidContract(journey),
  ]);
  expect(await journey.pay(remote)).toMatchObject({ status: 'succeeded' });
  await journey.reaches(remote.agreementId, 'awaiting_party');
  const json = { reason: 'Ya lo hicimos en persona.' };
  await journey.ask('POST', `/api/agreements/${remote.agreementId}/cancel`, { json });
  await Promise.all([
    journey.reaches(paid.agreementId, 'completed', 120_000),
    escrowFor(journey, paid, 2000),
  ]);
  const phone = await SpanishPhone.open();
  const { page } = phone;
  phone.hears(await spokenIn(journey, paid));
  await enter(page.context(), journey.emailA);
  const viewer = page.getByRole('dialog', { name: 'Contrato de voz' });

  await page.goto(`/dashboard?contract=${remote.agreementId}`);
  await expect(viewer).toContainText('Cancelado por la parte A');
  await expect(viewer.getByRole('listitem').filter({ hasText: 'Contrato cancelado' })).toBeVisible();
  await phone.reads('viewer-cancelled');

  await page.goto(`/dashboard?contract=${paid.agreementId}`);
  await expect(viewer).toContainText('Protección del pago');
  await expect(viewer.getByRole('listitem').filter({ hasText: 'Contrato completado' })).toBeVisible();
  await phone.reads('viewer-protected');

  // What takes weeks or a fault to happen, as the services write it.
  await page.route(`/api/agreements/${paid.agreementId}/events`, async (route) => {
    const answer = await route.fetch();
    const log = (await answer.json()) as { seq: number; at: string; hash: string }[];
    const last = log.at(-1);
    await route.fulfill({
      response: answer,
      json: [
        ...log,
        ...MISHAPS.map((mishap, at) => ({ ...last, address: null, device: null, ...mishap, seq: 100 + at })),
      ],
    });
  });
  await page.reload();
  for (const words of ['Pago devuelto', 'Borrado en espera', 'Un correo no se pudo entregar']) {
    await expect(viewer.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  }
  await phone.reads('log-of-mishaps');
  await phone.close();
});
