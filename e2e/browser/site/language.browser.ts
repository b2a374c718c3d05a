import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Journey } from '#testing';
import { GATE } from '../gate.js';
import { expectAccessible, launch, look, required, type Width, widths } from '../pages.js';
import { PASSWORD } from '../people.js';

const NARROW = { width: 320, height: 700 };

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(async () => {
  await browser.close();
});

/** Somebody whose browser asks for a language. */
async function visitor(locale: string, width: Width): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    locale,
    viewport: widths[width],
    permissions: ['microphone'],
    baseURL: required('SYSTEM_URL'),
  });
  return { context, page: await context.newPage() };
}

const language = (page: Page) => page.locator('html').getAttribute('lang');

/** Nothing is wider than the screen, once a list has become cards. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const wide = () =>
    page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`);
  await expect.poll(wide, { message: `${what} is too wide by` }).toBeLessThanOrEqual(0);
}

/** Longer words than in English change sizes, not colours: pictured and accessible in light only. */
async function check(page: Page, step: string, width: Width, isWhole = true): Promise<void> {
  await expectNoOverflow(page, step);
  await look(page, step, width, isWhole);
  await expectAccessible(page);
}

/** Of the home page, which comes piece by piece. */
const LAST_WORD = '¿Tienes un trato que hacer hoy?';

const PAGES: { path: string; step: string; heading: string | RegExp }[] = [
  { path: '/', step: 'home', heading: /Convierte un acuerdo hablado/ },
  { path: '/record-voice-deal', step: 'voice-deal', heading: 'Split Second Contract' },
  { path: '/create-contract', step: 'create', heading: /Crea tu/ },
  { path: '/login', step: 'login', heading: 'Iniciar sesión' },
  { path: '/signup', step: 'signup', heading: 'Crear cuenta' },
  { path: '/contact', step: 'contact', heading: 'Contactar a soporte' },
  { path: '/nowhere', step: 'not-found', heading: 'Página no encontrada' },
];

for (const width of ['phone', 'desktop'] as const) {
  test(`pages come in Spanish to a browser that asks for it (${width})`, async () => {
    const { context, page } = await visitor('es-MX', width);
    for (const { path, step, heading } of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await language(page)).toBe('es');
      if (path === '/') await expect(page.getByRole('heading', { name: LAST_WORD })).toBeVisible();
      await check(page, `es-${step}`, width);
      if (width === 'desktop') continue;
      await page.setViewportSize(NARROW);
      await expectNoOverflow(page, `${path} at ${NARROW.width} px`);
      await page.setViewportSize(widths[width]);
    }
    await context.close();
  });

  test(`the language is switched there and back (${width})`, async () => {
    const { context, page } = await visitor('en-US', width);
    const options = async () => {
      if (width === 'desktop') return page.getByRole('contentinfo');
      await page.getByRole('button', { name: /Open menu|Abrir menú/ }).click();
      return page.getByRole('banner');
    };
    await page.goto('/contact?from=menu');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
    const english = await options();
    await expect(english.getByRole('button', { name: 'English' })).toHaveCount(0);
    await check(page, 'en-switch', width);
    await english.getByRole('button', { name: 'Español' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Contactar a soporte' })).toBeVisible();
    await expect(page).toHaveURL(/\/contact\?from=menu$/);
    await expect(page).toHaveTitle('Contactar a soporte · Split Second Contract');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'lang', value: 'es', path: '/', sameSite: 'Lax' });
    expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(360 * 24 * 3_600_000);

    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
    const spanish = await options();
    const back = spanish.getByRole('button', { name: 'English' });
    await expect(back).toHaveAttribute('lang', 'en');
    await back.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(await language(page)).toBe('en');
    await context.close();
  });
}

test('a deal is recorded in Spanish, and the language waits for it', async () => {
  const { context, page } = await visitor('es-US', 'phone');
  await page.goto('/record-voice-deal');
  await page.getByLabel('Nombre de la parte A').fill('Ana Morales');
  await page.getByLabel('Correo de la parte A').fill('ana.morales@example.test');
  await page.getByLabel('Nombre de la parte B').fill('Benjamín Castillo');
  await page.getByLabel('Correo de la parte B').fill('benjamin.castillo@example.test');
  await page.getByLabel('Monto del acuerdo').fill('250');
  await check(page, 'es-deal-details', 'phone');
  await page.getByRole('button', { name: 'Empezar a grabar' }).click();

  await expect(page.getByText('Grabación en curso...').first()).toBeVisible();
  await check(page, 'es-deal-recording', 'phone');
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Termina eso primero y después cambia el idioma.').first()).toBeVisible();
  await expect(page.getByText('Grabación en curso...').first()).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  await page.getByRole('button', { name: 'Detener', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa la grabación' })).toBeVisible();
  await expect(page.getByText('A salvo en este dispositivo').first()).toBeVisible();
  await check(page, 'es-deal-review', 'phone');
  await page.setViewportSize(NARROW);
  await expectNoOverflow(page, `the review at ${NARROW.width} px`);
  await context.close();
});

test('dates, money and refusals are in Spanish', async () => {
  const anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  await anna.createPaymentIntent(await anna.save(required('TONE_WEBM'), { agreementAmount: '1250' }));
  const { context, page } = await visitor('es-419', 'desktop');

  await page.goto('/login');
  await page.getByLabel('Correo').fill(anna.emailA);
  await page.getByLabel('Contraseña', { exact: true }).fill('not the password');
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('alert').getByText('El correo o la contraseña no son correctos')).toBeVisible();

  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Historial de contratos' })).toBeVisible();
  const entry = page.locator('tr').filter({ hasText: 'Pago pendiente' });
  await expect(entry).toContainText(/\d{1,2} (ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic) \d{4}/);
  await check(page, 'es-dashboard', 'desktop');
  await entry.getByRole('button', { name: /Ver el contrato/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Contrato de voz' });
  await expect(viewer).toContainText('$1,250.00');
  await expect(viewer).toContainText(/\d{1,2}:\d{2}\s[ap]\.m\./);
  await check(page, 'es-viewer', 'desktop', false);
  await page.keyboard.press('Escape');

  await page.setViewportSize(widths.phone);
  await check(page, 'es-dashboard', 'phone');
  await page.setViewportSize(NARROW);
  await expectNoOverflow(page, `the dashboard at ${NARROW.width} px`);
  await context.close();
});

test('a mailed link stays good when the language is switched', { tag: GATE }, async () => {
  const { context, page } = await visitor('en-US', 'desktop');
  await page.goto('/reset-password?token=of-a-mail');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('main').locator('input[type="password"]').first()).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await context.close();
});

test('the installed app has a name in Spanish', async () => {
  const { context, page } = await visitor('es-MX', 'phone');
  await page.goto('/login');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  expect(await answer.json()).toMatchObject({ lang: 'es', short_name: 'Contrato', start_url: '/' });
  await context.close();
});
