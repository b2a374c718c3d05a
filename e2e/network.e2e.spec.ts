import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { hearTheCarSale, Journey, type Network, speakAgreement } from '#testing';
import { startProduct } from './network.js';

let openai: OpenAiStandIn;
let network: Network;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-one-process-'));
  openai = await startOpenAi({ port: 0 });
  hearTheCarSale(openai);
  // What is asked here is whether the services live in one process, not what an engine hears.
  network = await startProduct({
    SPEECH_ENGINE: 'openai',
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.url,
  });
}, 600_000);

afterAll(async () => {
  await network?.close();
  await openai?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it('does the main job with all services in one process', async () => {
  const spoken = join(folder, 'deal.wav');
  await speakAgreement(spoken, [
    { voice: 'a', text: 'I agree to pay two thousand dollars.' },
    { voice: 'b', text: 'Yes, I agree.' },
  ]);
  const anna = new Journey(network.url);
  const saved = await anna.save(spoken);
  await anna.signup();
  await anna.pay(saved);
  await network.drain(480_000);
  // Drained means done: nothing is waited for any more.
  await anna.reaches(saved.agreementId, 'completed', 0);
  // Account and receipt and proof for A, proof for B; what was saved is only told while it is still unpaid.
  const recipients = network.mails.mails.map((mail) => mail.to);
  expect(recipients.filter((to) => to === anna.emailB)).toHaveLength(1);
  expect(recipients.filter((to) => to === anna.emailA).length).toBeGreaterThanOrEqual(3);
  const [{ n } = { n: 0 }] = await network.query<{ n: number }>(
    'agreements',
    'select count(*)::int as n from inbox',
  );
  expect(n).toBeGreaterThan(3);
}, 600_000);
