import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  ADMIN as ADMINISTRATOR,
  eventually,
  Journey,
  type ProductInUse,
  type Saved,
  sessionHeaders,
  useProduct,
} from '#testing';

/** Every call of the web app by its exact method, path, payload and the fields that are read of the answer. */

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const ADMIN = { email: ADMINISTRATOR.ADMIN_EMAIL, password: ADMINISTRATOR.ADMIN_PASSWORD };
const PASSWORD = 'three brown horses';

let system: ProductInUse;
let folder: string;
let spoken: string;
let anna: Journey;
let ben: Journey;
let paid: Saved;
let open: Saved;
let adminToken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-calls-'));
  spoken = join(folder, 'agreement.webm');
  const photo = join(folder, 'photo.png');
  system = await useProduct(root);
  await run('ffmpeg', ['-v', 'error', '-i', system.spoken, '-c:a', 'libopus', spoken]);
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=64x48', '-frames:v', '1', photo]);
  [anna, ben] = [new Journey(system.url), new Journey(system.url)];
  await anna.signup();
  await ben.signup();
  paid = await anna.save(spoken, {}, photo);
  expect(await anna.pay(paid)).toMatchObject({ status: 'succeeded' });
  open = await anna.save(spoken);
  await anna.createPaymentIntent(open);
  await anna.reaches(paid.agreementId, 'completed', 120_000);
}, 240_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** A call as an administrator makes it. */
async function asAdmin(path: string): Promise<Response> {
  return fetch(system.url + path, { headers: sessionHeaders(adminToken) });
}

const shown = expect.any(String);
const user = {
  id: expect.any(Number),
  username: 'Anna Miller',
  email: expect.stringContaining('@'),
  emailVerified: expect.any(Boolean),
  pendingEmail: null,
  role: 'user',
  subscriptionPlan: null,
  usageCount: expect.any(Number),
  createdAt: shown,
};

describe('accounts', () => {
  it('POST /api/auth/signup {username, email, password} → {token, user}', async () => {
    const json = { username: 'Anna Miller', email: 'fresh@example.test', password: PASSWORD };
    const { status, body } = await new Journey(system.url).call('POST', '/api/auth/signup', { json });
    expect([status, body]).toEqual([201, { token: shown, user: { ...user, email: json.email } }]);
  });

  it('POST /api/auth/login {email, password} → {token, user}', async () => {
    const json = { email: anna.emailA, password: PASSWORD };
    const { status, body } = await new Journey(system.url).call('POST', '/api/auth/login', { json });
    expect([status, body]).toEqual([200, { token: shown, user }]);
  });

  it('GET /api/auth/user → username, email, role', async () => {
    expect(await anna.ask('GET', '/api/auth/user')).toEqual(user);
  });

  it('PATCH /api/auth/profile {username, email} → user', async () => {
    const json = { username: 'Benny', email: ben.emailA };
    expect(await ben.ask('PATCH', '/api/auth/profile', { json })).toEqual({ ...user, ...json });
  });

  it('PATCH /api/auth/profile of another address asks for the password of this session', async () => {
    const carl = new Journey(system.url);
    await carl.signup();
    const json = { username: 'Anna Miller', email: 'carl.elsewhere@example.test' };
    const save = () =>
      fetch(`${system.url}/api/auth/profile`, {
        method: 'PATCH',
        body: JSON.stringify(json),
        headers: { ...sessionHeaders(carl.user.token), 'content-type': 'application/json' },
      });
    const refused = await save();
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'password_required' }),
    ]);
    // The very next call knows of it.
    await carl.confirmPassword();
    expect(await (await save()).json()).toMatchObject({ email: carl.emailA, pendingEmail: json.email });
  });

  it('GET /api/auth/sessions → where the account is logged in, and DELETE ends one', async () => {
    const { token } = await new Journey(system.url).ask<{ token: string }>('POST', '/api/auth/login', {
      json: { email: ben.emailA, password: PASSWORD },
    });
    const asOther = () => fetch(`${system.url}/api/auth/user`, { headers: sessionHeaders(token) });
    expect((await asOther()).status).toBe(200);
    const sessions = await ben.ask<{ id: string; isCurrent: boolean }[]>('GET', '/api/auth/sessions');
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    for (const { id } of sessions.filter(({ isCurrent }) => !isCurrent))
      await ben.ask('DELETE', `/api/auth/sessions/${id}`);
    await eventually(
      async () => expect((await asOther()).status).toBe(401),
      1000,
      'the refusal of a session that was ended',
    );
  });

  it('PATCH /api/auth/change-password {currentPassword, newPassword}', async () => {
    const carl = new Journey(system.url);
    await carl.signup();
    const json = { currentPassword: PASSWORD, newPassword: 'seven white swans' };
    expect(await carl.ask('PATCH', '/api/auth/change-password', { json })).toEqual({ success: true });
    const login = (password: string) =>
      carl.call('POST', '/api/auth/login', { json: { email: carl.emailA, password } });
    expect((await login(json.newPassword)).status).toBe(200);
    expect((await login(PASSWORD)).status).toBe(401);
  });
});

describe('agreements', () => {
  it('POST /api/agreements/temporary multipart {audio, agreementData} → agreementId', async () => {
    const form = new FormData();
    form.set(
      'agreementData',
      JSON.stringify({
        partyAName: 'Anna Miller',
        partyAEmail: 'a@example.test',
        partyBName: 'Ben Carter',
        partyBEmail: 'b@example.test',
        agreementAmount: '250',
        planType: 'split-second-contract',
        backupTranscript: 'as the browser heard it',
        temporary: true,
      }),
    );
    form.set('audio', new Blob([await readFile(spoken)]), 'recording.webm');
    const { status, body } = await new Journey(system.url).call<Saved>('POST', '/api/agreements/temporary', {
      form,
    });
    expect(status).toBe(201);
    expect(body.agreementId).toMatch(/^[1-9]\d{15}$/);
  });

  it('GET /api/agreements/remote/{agreementId} → eleven fields, no address', async () => {
    const remote = await ben.save(spoken, { isRemoteContract: true });
    expect(await ben.pay(remote)).toMatchObject({ status: 'succeeded' });
    await ben.reaches(remote.agreementId, 'awaiting_party');
    const { status, body } = await new Journey(system.url).call(
      'GET',
      `/api/agreements/remote/${remote.agreementId}`,
    );
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number),
        agreementId: remote.agreementId,
        planType: 'split-second-contract',
        kind: null,
        title: null,
        partyAName: 'Anna Miller',
        partyBName: 'Ben Carter',
        amount: '2000.00',
        createdAt: shown,
        photoUrl: null,
        durationSeconds: expect.any(Number),
      },
    ]);
  });

  it('GET /api/users/{id}/stats → totalAgreements, pendingAgreements', async () => {
    const stats = await anna.ask('GET', `/api/users/${anna.user.id}/stats`);
    expect(stats).toMatchObject({ totalAgreements: 2, pendingAgreements: 1, completedAgreements: 1 });
  });

  it('GET /api/users/{id}/agreements → list', async () => {
    const list = await anna.ask<object[]>('GET', `/api/users/${anna.user.id}/agreements`);
    expect(list).toHaveLength(2);
    expect(list[1]).toMatchObject({
      id: expect.any(Number),
      agreementId: paid.agreementId,
      partyAName: 'Anna Miller',
      partyBName: 'Ben Carter',
      partyAEmail: anna.emailA,
      partyBEmail: anna.emailB,
      planType: 'split-second-contract',
      amount: '2000.00',
      status: 'completed',
      escrowStatus: null,
      isEscrowBuyer: false,
      hasAudioRecording: true,
      photoUrl: `/api/agreements/${paid.agreementId}/photo`,
      createdAt: shown,
    });
  });

  it('GET /api/agreements/{id}/audio?t= → audio', async () => {
    const path = `/api/agreements/${paid.agreementId}/audio?t=${Date.now()}`;
    const headers = { authorization: `Bearer ${anna.user.token}` };
    const answer = await fetch(system.url + path, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  });

  it('POST /api/agreements/{id}/generate-transcript → transcript, cached', async () => {
    const body = await anna.ask('POST', `/api/agreements/${paid.agreementId}/generate-transcript`);
    expect(body).toEqual({ transcript: expect.stringContaining('thousand'), cached: true });
  });

  it('POST /api/transcribe multipart {audio, agreementId} → agreement, transcript, digitalReceipt', async () => {
    const transcribe = async () => {
      const form = new FormData();
      form.set('audio', new Blob([await readFile(spoken)]), 'recording.webm');
      form.set('agreementId', open.agreementId);
      return anna.ask<{ status?: string }>('POST', '/api/transcribe', { form });
    };
    let body = await transcribe();
    // A machine that needs more than a minute is answered 202; the same take again waits on.
    while (body.status !== undefined) body = await transcribe();
    expect(body).toMatchObject({
      agreement: { agreementId: open.agreementId, status: 'pending' },
      transcript: {
        text: expect.stringContaining('thousand'),
        duration: expect.any(Number),
        segments: expect.arrayContaining([
          expect.objectContaining({ start: expect.any(Number), text: expect.any(String) }),
        ]),
      },
      digitalReceipt: { agreementId: open.agreementId },
    });
  }, 120_000);

  it('POST /api/request-manual-transcription {agreementId}', async () => {
    const json = { agreementId: paid.agreementId };
    const body = await anna.ask('POST', '/api/request-manual-transcription', { json });
    expect(body).toMatchObject({
      orderId: shown,
      agreementId: paid.agreementId,
      status: 'requested',
      amount: 2,
    });
  });

  it('POST /api/request-customer-service {agreementId}', async () => {
    const json = { agreementId: paid.agreementId };
    const body = await anna.ask('POST', '/api/request-customer-service', { json });
    expect(body).toEqual({ ticketNumber: expect.stringMatching(/^T-\d{6,}$/) });
  });

  it('POST /api/create-payment-intent {planType, agreementId} → clientSecret', async () => {
    const json = { planType: 'split-second-contract', agreementId: open.agreementId };
    const body = await anna.ask('POST', '/api/create-payment-intent', { json });
    expect(body).toMatchObject({ clientSecret: expect.stringContaining('_secret_') });
  });
});

describe('payments', () => {
  it('POST /api/create-payment-intent {amount, type, agreementId, description} → clientSecret', async () => {
    const { agreementId } = paid;
    const json = { amount: 2, type: 'manual_transcription', agreementId, description: 'by a person' };
    const body = await anna.ask('POST', '/api/create-payment-intent', { json });
    expect(body).toMatchObject({ clientSecret: expect.stringContaining('_secret_'), amount: 200 });
  });

  it('GET /api/user/pending-payments → pendingPayments, each of which can be paid', async () => {
    const { pendingPayments } = await anna.ask<{ pendingPayments: { type: string; agreementId: string }[] }>(
      'GET',
      '/api/user/pending-payments',
    );
    expect(pendingPayments).toContainEqual({
      amount: 5,
      type: 'contract',
      agreementId: open.agreementId,
      description: expect.stringContaining('Ben Carter'),
    });
    for (const json of pendingPayments) {
      const body = await anna.ask('POST', '/api/create-payment-intent', { json });
      expect(body).toMatchObject({ clientSecret: expect.stringContaining('_secret_') });
    }
  });

  it('POST /api/create-subscription {userId} → clientSecret', async () => {
    const json = { userId: ben.user.id };
    const body = await ben.ask('POST', '/api/create-subscription', { json });
    expect(body).toEqual({ clientSecret: expect.stringContaining('_secret_') });
    const foreign = await ben.call('POST', '/api/create-subscription', { json: { userId: anna.user.id } });
    expect(foreign.status).toBe(403);
  });

  it('POST /api/create-escrow-intent {agreementId, amount, sellerEmail, platformFeePercent}', async () => {
    const { agreementId } = paid;
    const json = { agreementId, amount: 250, sellerEmail: anna.emailB, platformFeePercent: 5 };
    const body = await anna.ask('POST', '/api/create-escrow-intent', { json });
    expect(body).toEqual({
      requiresOnboarding: true,
      clientSecret: null,
      platformFee: 12.5,
      sellerAmount: 237.5,
      paymentIntentId: null,
    });
    const cheaper = { ...json, platformFeePercent: 0 };
    const refused = await anna.call('POST', '/api/create-escrow-intent', { json: cheaper });
    expect(refused).toMatchObject({ status: 422, body: { code: 'price_mismatch' } });
  });

  it('POST /api/create-connect-account {userId, email} → onboardingUrl', async () => {
    const json = { userId: anna.user.id, email: anna.emailB };
    const body = await anna.ask('POST', '/api/create-connect-account', { json });
    expect(body).toEqual({ onboardingUrl: expect.stringContaining(system.stripeUrl) });
  });
});

describe('contact', () => {
  it('POST /api/contract-assistant {query, context} → response, category, suggestions, language', async () => {
    const json = {
      query: 'What are the payment terms?',
      context: {
        agreementType: 'Split Second Contract',
        planType: 'split-second-contract',
        parties: { partyA: 'Anna Miller', partyB: 'Ben Carter' },
        messageHistory: [{ type: 'user', content: 'Hello' }],
      },
    };
    const { status, body } = await new Journey(system.url).call('POST', '/api/contract-assistant', { json });
    expect([status, body]).toEqual([
      200,
      {
        response: expect.stringMatching(/pay/i),
        category: expect.stringMatching(/^(legal|financial|parties|terms|general)$/),
        suggestions: expect.arrayContaining([expect.any(String)]),
        language: 'en',
      },
    ]);
  });

  it('POST /api/contact {name, email, issueType, message, timestamp}', async () => {
    const json = {
      name: 'Carl',
      email: 'carl@example.test',
      issueType: 'audio_recording',
      message: 'I cannot hear anything.',
      timestamp: new Date().toISOString(),
    };
    const { status, body } = await new Journey(system.url).call('POST', '/api/contact', { json });
    expect([status, body]).toEqual([201, { ticketNumber: expect.stringMatching(/^T-\d{6,}$/) }]);
  });
});

describe('administration', () => {
  beforeAll(async () => {
    const { status, body } = await new Journey(system.url).call<{ token: string }>(
      'POST',
      '/api/admin/login',
      {
        json: ADMIN,
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, token: shown, user: { role: 'admin' }, message: shown });
    adminToken = body.token;
  });

  it('POST /api/admin/login with a wrong password → success false, message', async () => {
    const json = { ...ADMIN, password: 'wrong password' };
    const { status, body } = await new Journey(system.url).call('POST', '/api/admin/login', { json });
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ success: false, message: 'Invalid admin credentials' }),
    ]);
  });

  it('GET /api/admin/stats → five figures', async () => {
    expect(await (await asAdmin('/api/admin/stats')).json()).toEqual({
      totalUsers: expect.any(Number),
      totalAgreements: expect.any(Number),
      totalRevenue: expect.any(Number),
      activeSubscriptions: expect.any(Number),
      pendingTransactions: expect.any(Number),
    });
  });

  it('GET /api/admin/system → what is away, and the last verification', async () => {
    const whole = async () =>
      expect(await (await asAdmin('/api/admin/system')).json()).toEqual({
        away: [],
        openDeadLetters: expect.any(Number),
        verification: null,
        incomplete: [],
      });
    // A service that stands still for three seconds is away, and others work on this product at the same time.
    await eventually(whole, 20_000, 'a product of which nothing is away');
  });

  it('GET /api/admin/users → users', async () => {
    const users = (await (await asAdmin('/api/admin/users')).json()) as object[];
    const found = users.find((one) => (one as { id: number }).id === anna.user.id);
    const { emailVerified: _own, pendingEmail: _wanted, ...listed } = user;
    expect(found).toEqual({ ...listed, disabledAt: null });
  });

  it('GET /api/admin/agreements → agreements', async () => {
    const list = (await (await asAdmin('/api/admin/agreements')).json()) as object[];
    expect(list).toContainEqual(
      expect.objectContaining({ agreementId: paid.agreementId, ownerId: anna.user.id }),
    );
  });

  it('GET /api/admin/download-audio/{id} → {agreementId}_recording.webm', async () => {
    const answer = await asAdmin(`/api/admin/download-audio/${paid.agreementId}?reason=Asked+for+help`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/webm']);
    expect(answer.headers.get('content-disposition')).toContain(`${paid.agreementId}_recording.webm`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  });
});
