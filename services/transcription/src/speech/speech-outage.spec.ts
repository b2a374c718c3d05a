import { HealthRegistry, Outages } from '#platform';
import { type SpeechEngine, SpeechEngineError, type SpeechEngineErrorCode } from './speech-engine.js';
import { SpeechOutage } from './speech-outage.js';

const engine = { name: 'engine' } as SpeechEngine;

function subject() {
  const health = new HealthRegistry();
  const outage = new SpeechOutage(new Outages(health, { info: () => undefined, warn: () => undefined }));
  return {
    outage,
    told: async () => (await health.check()).checks[0]?.detail ?? {},
    fails: (code: SpeechEngineErrorCode, isRetryable = true) =>
      outage
        .during(engine, () => Promise.reject(new SpeechEngineError(code, isRetryable, 'no')))
        .catch((error: unknown) => error),
  };
}

const away = { speech: { since: expect.any(String), waiting: 0 } };

it.each<[SpeechEngineErrorCode, boolean]>([
  ['authentication', false],
  ['quota', false],
  ['quota', true],
  ['unavailable', true],
  ['timeout', true],
])('health tells of an engine that fails with %s until it hears something', async (code, isRetryable) => {
  const { outage, told, fails } = subject();
  expect(await fails(code, isRetryable)).toMatchObject({ code });
  const first = await told();
  expect(first).toEqual(away);
  await fails(code, isRetryable);
  expect(await told()).toEqual(first);
  expect(outage.engines()).toEqual([engine]);
  expect(await outage.during(engine, async () => 'words')).toBe('words');
  expect(await told()).toEqual({});
});

it('is over when the engine answers, unless its account has nothing left, which answers, too', async () => {
  const { outage, told, fails } = subject();
  await fails('authentication', false);
  outage.answered(engine);
  expect(await told()).toEqual({});
  await fails('quota', false);
  outage.answered(engine);
  expect(await told()).toEqual(away);
});

it.each<SpeechEngineErrorCode>(['rejected', 'model_unusable', 'no_engine'])(
  'health says nothing of an engine that fails with %s',
  async (code) => {
    const { told, fails } = subject();
    await fails(code, false);
    expect(await told()).toEqual({});
  },
);
