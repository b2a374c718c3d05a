/** @jest-environment-options {"world": "own"} */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, example, refuse } from '../testing/api';
import { plugMicrophone } from '../testing/microphone';

// The document of another language has its catalogue in place of the English one.
for (const file of readdirSync('web/src/i18n/es')) {
  const spanish = resolve('web/src/i18n/es', file);
  jest.unstable_mockModule(resolve('web/src/i18n/en', file), () => import(spanish));
}

const { open, place, toasted } = await import('../testing/screen');

const ID = '4207731958026614';

/** Words that stand on almost every English screen, and on none of the Spanish. */
const ENGLISH = /\b(the|and|your|you|with|please|this|sign|back|loading|from)\b/i;

/** Names, addresses and what people wrote stay as they are. */
function textsOf(root: HTMLElement): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent ?? '');
  for (const element of root.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      texts.push(element.getAttribute(name) ?? '');
  return texts;
}

function expectNoEnglish(): void {
  expect(textsOf(document.body).filter((text) => ENGLISH.test(text))).toEqual([]);
}

beforeEach(plugMicrophone);

describe('a Spanish document', () => {
  it('has the frame of each screen, and an address that nothing answers to', async () => {
    open('/nowhere');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Página no encontrada');
    expect(
      within(screen.getByRole('navigation', { name: 'Principal' })).getAllByText('Iniciar sesión')[0],
    ).toBeVisible();
    expectNoEnglish();
  });

  it('has the support screen with its problems', async () => {
    const { person } = open('/contact');
    expect(await screen.findByRole('heading', { level: 1, name: 'Contactar a soporte' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Enviar mensaje' }));
    expectNoEnglish();
  });

  it('has the form of a voice deal, which tells what becomes of the spoken language', async () => {
    open('/record-voice-deal');
    expect(await screen.findByRole('button', { name: 'Empezar a grabar' })).toBeInTheDocument();
    // Above what is folded, and at the choice.
    const missing =
      /^Aquí ningún motor de voz entiende español todavía: la transcripción espera hasta que alguno lo entienda/;
    expect((await screen.findByText(missing)).closest('details')).toBeNull();
    expect(screen.getByLabelText('Idioma en que hablan')).toHaveAccessibleDescription(missing);
    expect(screen.getByText(/^Al subirla confirmas que todas las personas/)).toBeInTheDocument();
    expect(screen.getByLabelText('Plan')).toHaveDisplayValue(/ · hasta 10 minutos$/);
    expectNoEnglish();
  });

  it('has the login, with what the server says', async () => {
    refuse('POST /api/auth/login', 401, 'invalid_credentials', 'Invalid email or password');
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    const [email] = document.querySelectorAll<HTMLInputElement>('input[type="email"]');
    const [password] = document.querySelectorAll<HTMLInputElement>('input[type="password"]');
    if (!email || !password) throw new Error('no form');
    await person.type(email, 'anna@example.com');
    await person.type(password, 'secret-1{Enter}');
    await waitFor(() =>
      expect(screen.getAllByText('El correo o la contraseña no son correctos')[0]).toBeVisible(),
    );
    expectNoEnglish();
  });

  it('has the voice deal', async () => {
    open('/record-voice-deal?kind=loan');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getByText('Graba primero, paga después')).toBeVisible();
    expectNoEnglish();
  });

  it('has the invitation', async () => {
    const READ = 'GET /api/agreements/remote/{agreementId}';
    answer(READ, { ...example(READ), partyAName: 'Ana', partyBName: 'Tomás' });
    answer('POST /api/agreements/remote/{agreementId}/view');
    answer('GET /api/agreements/remote/{agreementId}/outline');
    open(`/remote-contract/${ID}?key=k-ben`);
    expect(await screen.findAllByRole('checkbox')).toHaveLength(4);
    expectNoEnglish();
  });

  it('has the invitation of which somebody knows the number alone', async () => {
    const READ = 'GET /api/agreements/remote/{agreementId}';
    answer(READ, { ...example(READ), partyAName: 'Ana', partyBName: 'Tomás' });
    answer('POST /api/agreements/remote/{agreementId}/view');
    answer('POST /api/agreements/remote/{agreementId}/code');
    const { person } = open(`/remote-contract/${ID}`);
    await person.click(await screen.findByRole('button', { name: 'Recibir un código' }));
    expect(await screen.findByLabelText('Código del correo')).toBeVisible();
    expectNoEnglish();
  });

  it('has the question whether it was you', async () => {
    const READ = 'GET /api/agreements/remote/{agreementId}/confirmation';
    answer(READ, { ...example(READ), partyAName: 'Ana', partyBName: 'Tomás', answer: null });
    answer('GET /api/agreements/remote/{agreementId}/confirmation/outline');
    const { person } = open(`/confirm/${ID}?key=m.ben`);
    await person.click(await screen.findByRole('button', { name: 'No fui yo' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expectNoEnglish();
  });

  it('has the dashboard', async () => {
    answer('GET /api/users/{id}/agreements', []);
    answer('GET /api/users/{id}/stats');
    answer('GET /api/user/pending-payments', { pendingPayments: [] });
    open('/dashboard', 'user');
    expect(await screen.findByText('Todavía no hay contratos')).toBeVisible();
    expectNoEnglish();
  });

  it('has a payment that is held', async () => {
    const READ = 'GET /api/escrow/{agreementId}';
    answer(READ, { ...example(READ), state: 'held', chargeback: null, actions: ['received', 'release'] });
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    const [act] = await screen.findAllByRole('button', { name: /recib/i });
    if (act) await person.click(act);
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expectNoEnglish();
  });

  it('has the administration', async () => {
    answer('GET /api/admin/stats');
    answer('GET /api/admin/users');
    open('/admin', 'admin');
    expect(await screen.findByRole('table')).toBeVisible();
    expectNoEnglish();
  });

  it('says its messages', async () => {
    open('/profile');
    await waitFor(() => expect(place()).toBe('/login'));
    await toasted('Hace falta iniciar sesión');
    expectNoEnglish();
  });
});
