import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { eventually } from '#testing';
import type { ModelsMode } from '../../config.js';
import { NeuralEngine } from '../neural/neural.engine.js';
import { toneWave } from '../neural/test/tone-models.js';
import { SpeechEngineError } from '../speech-engine.js';
import { download } from './download.js';
import { FolderLock } from './folder-lock.js';
import { builtInManifest, type Manifest, readManifest } from './manifest.js';
import { Models } from './models.js';
import { type Fault, ModelServer } from './test/model-server.js';

// Each archive is unpacked by a process; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const ARCHIVE = 'tones.tar.bz2';

describe('the models of a machine', () => {
  let server: ModelServer;
  let folder: string;
  const logged: string[] = [];
  const started: Models[] = [];
  const logger = {
    info: (_fields: unknown, message: string) => logged.push(message),
    warn: (_fields: unknown, message: string) => logged.push(message),
  } as unknown as ConstructorParameters<typeof Models>[0]['logger'];

  const models = (change: { manifest?: Manifest; mode?: ModelsMode; stallMs?: number } = {}) => {
    const one = new Models({ manifest: server.manifest, mode: 'auto', folder, logger, ...change });
    started.push(one);
    return one;
  };
  const engine = (subject: Models) => {
    const [speech] = subject.speechModels;
    if (!speech) throw new Error('no model of speech');
    const { id: name, languages } = speech;
    return new NeuralEngine({ name, languages, models: subject.of(speech), dataBytes: 2 * 1024 ** 3 });
  };
  const hear = async (subject: Models) => {
    const path = join(folder, 'recording.wav');
    await writeFile(path, toneWave([0.5, 'one', 0.3, 'two', 0.5]));
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    return (await engine(subject).transcribe({ path, durationSeconds: 2.3 }, options)).text;
  };
  const install = (subject: Models, signal = new AbortController().signal) =>
    subject.install(signal, () => undefined);
  const statuses = (subject: Models) => subject.states().map(({ status }) => status);
  const failing = (path: string, fault: Fault) => server.faults.push({ path, fault });
  const requestsOf = (path: string) => server.requests.filter((request) => request.includes(path));

  beforeEach(async () => {
    server = await ModelServer.start();
    folder = await mkdtemp(join(tmpdir(), 'models-spec-'));
    logged.length = 0;
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()));
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('come by themselves, are checked, and are used at once', async () => {
    const subject = models();
    expect(engine(subject).isReady()).toBe(false);
    await subject.start();
    await eventually(
      async () => expect(statuses(subject)).toEqual(Array(4).fill('ready')),
      90_000,
      'all models',
    );
    expect(engine(subject).isReady()).toBe(true);
    expect(await hear(subject)).toBe('one two');
    expect(logged[0]).toMatch(/^1 MB of speech models are fetched in the background; MODELS=off/);
    // Nothing that nobody asked for, and nothing that was only needed on the way.
    expect((await readdir(join(folder, 'tones-en'))).sort()).toEqual([
      'installed.json',
      'model.onnx',
      'tokens.txt',
    ]);
    expect((await readdir(folder)).filter((name) => /part|incoming|lock/.test(name))).toEqual([]);
    expect(server.requests).toHaveLength(4);
  });

  it('that are there are not fetched again', async () => {
    await install(models());
    const later = models();
    await later.start();
    expect(statuses(later)).toEqual(Array(4).fill('ready'));
    await install(later);
    expect(server.requests).toHaveLength(4);
  });

  it('go on where a download was cut off', async () => {
    failing(ARCHIVE, { kind: 'cut', afterBytes: 400 });
    const subject = models();
    await subject.start();
    await eventually(async () => expect(engine(subject).isReady()).toBe(true), 90_000, 'the model of speech');
    expect(requestsOf(ARCHIVE)).toEqual([`/asr-models/${ARCHIVE} 0`, `/asr-models/${ARCHIVE} 400`]);
    expect(await hear(subject)).toBe('one two');
  });

  it.each<[string, string, Fault, string]>([
    ['a page instead of the file', ARCHIVE, { kind: 'page' }, 'wrong_size'],
    ['a page as long as the file', ARCHIVE, { kind: 'page-without-length' }, 'wrong_digest'],
    ['other bytes', 'voice-activity.onnx', { kind: 'other-bytes' }, 'wrong_digest'],
    ['an error', ARCHIVE, { kind: 'status', status: 503 }, 'refused'],
    ['nothing at all', ARCHIVE, { kind: 'silent' }, 'unreachable'],
  ])('are not taken when there is %s, and are when it is there', async (_name, path, fault, reason) => {
    failing(path, fault);
    const subject = models({ stallMs: 300 });
    await expect(install(subject)).rejects.toMatchObject({ reason });
    expect(engine(subject).isReady()).toBe(false);
    expect(subject.states().find((state) => state.reason !== null)).toMatchObject({
      status: 'waiting',
      reason,
    });
    await install(subject);
    expect(await hear(subject)).toBe('one two');
  });

  it.each<[string, string, Fault]>([
    ['cannot be had', 'voice-activity.onnx', { kind: 'status', status: 404 }],
    ['is not what was published', 'segmentation.onnx', { kind: 'other-bytes' }],
    ['gets no answer', ARCHIVE, { kind: 'silent' }],
  ])('keep none of the others away when one %s, and it is said which', async (_name, path, fault) => {
    failing(path, fault);
    const subject = models({ stallMs: 300 });
    await subject.start();
    await eventually(
      async () => expect(statuses(subject).filter((status) => status === 'ready')).toHaveLength(3),
      90_000,
      'the others',
    );
    await eventually(async () => expect(logged.at(-1)).toMatch(/^not all/), 10_000, 'the failure in the log');
    const away = subject.states().filter(({ reason }) => reason !== null);
    expect(away).toMatchObject([{ status: 'waiting', nextTryAt: expect.any(String) }]);
    expect(requestsOf(path)).toHaveLength(1);
  });

  it('that somebody has laid there are used although nobody answers', async () => {
    await writeFile(join(folder, ARCHIVE), server.files.get(`/asr-models/${ARCHIVE}`) ?? '');
    await writeFile(
      join(folder, 'voice-activity.onnx'),
      server.files.get('/asr-models/voice-activity.onnx') ?? '',
    );
    const closed = await ModelServer.start();
    const { host } = new URL(closed.url);
    await closed.close();
    const embeddingFirst = server.manifest.models.toSorted((a, b) => a.purpose.localeCompare(b.purpose));
    const subject = models({
      manifest: { ...server.manifest, baseUrl: `http://${host}/`, models: embeddingFirst },
    });
    await expect(install(subject)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(await hear(subject)).toBe('one two');
  });

  it('are asked for once and then left alone for a while where nobody answers', async () => {
    const closed = await ModelServer.start();
    const { host } = new URL(closed.url);
    await closed.close();
    const manifest = { ...server.manifest, baseUrl: `http://${host}/` };
    const subject = models({ manifest });
    const began = Date.now();
    await subject.start();
    await eventually(async () => expect(logged).toHaveLength(2), 10_000, 'the failure');
    const [first] = subject.states();
    expect(first).toMatchObject({
      status: 'waiting',
      reason: 'unreachable',
      detail: `${host}: ECONNREFUSED`,
    });
    const nextTryAt = Date.parse(first?.nextTryAt ?? '');
    // At least a minute after the failure.
    expect(nextTryAt - began).toBeGreaterThan(59_000);
    expect(nextTryAt - Date.now()).toBeLessThan(80_000);
    expect(logged[1]).toContain(`${host}: ECONNREFUSED`);
  });

  describe('when a clock that was ahead is put back', () => {
    const AHEAD_MS = 10 * 3600 * 1000;
    const now = Date.now.bind(Date);

    beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now() + AHEAD_MS));
    afterEach(() => jest.restoreAllMocks());

    it('are tried again as soon as ever', async () => {
      failing(ARCHIVE, { kind: 'cut', afterBytes: 400 });
      const subject = models();
      await subject.start();
      await eventually(async () => expect(logged.at(-1)).toMatch(/^not all/), 90_000, 'the failure');
      jest.restoreAllMocks();
      await eventually(async () => expect(requestsOf(ARCHIVE)).toHaveLength(2), 5000, 'another try');
    });

    it('are used again as soon as ever after the memory was too small for them', async () => {
      const subject = models();
      await install(subject);
      const [speech] = subject.speechModels;
      if (!speech) throw new Error('no model of speech');
      const known = subject.of(speech);
      known.reject(new SpeechEngineError('model_unusable', true, 'no room', { part: 'memory' }));
      expect(known.isReady()).toBe(false);
      jest.restoreAllMocks();
      expect(known.isReady()).toBe(false);
      const later = performance.now() + 10 * 60 * 1000;
      jest.spyOn(performance, 'now').mockReturnValue(later);
      expect(known.isReady()).toBe(true);
    });
  });

  it('end at once when the disk becomes full while more is awaited', async () => {
    failing('voice-activity.onnx', { kind: 'pause', afterBytes: 400 });
    const path = 'asr-models/voice-activity.onnx';
    const bytes = server.files.get(`/${path}`)?.length ?? 0;
    const file = { url: server.url + path, path: '/dev/full', bytes, sha256: '' };
    const { signal } = new AbortController();
    await expect(download(file, { signal })).rejects.toMatchObject({ reason: 'disk_full' });
  });

  it('are not begun where the disk has no room, and it is said how much is missing', async () => {
    const [activity, ...rest] = server.manifest.models;
    const speech = rest.map((model) => (model.purpose === 'speech' ? { ...model, bytes: 10 ** 15 } : model));
    const manifest = { ...server.manifest, models: activity ? [activity, ...speech] : speech };
    const subject = models({ manifest });
    await install(subject);
    expect(statuses(subject)).toEqual(['ready', 'waiting', 'ready', 'ready']);
    expect(subject.states()[1]).toMatchObject({
      reason: 'disk_full',
      detail: expect.stringMatching(/^it needs 2,500,000,2\d\d MB of disk, [\d,]+ MB are free$/),
    });
    expect(requestsOf(ARCHIVE)).toEqual([]);
  });

  it('are not fetched for a machine without the memory for them', async () => {
    const manifest = {
      ...server.manifest,
      models: server.manifest.models.map((model) => ({ ...model, memoryBytes: 10 ** 14 })),
    };
    const subject = models({ manifest });
    await install(subject);
    expect(statuses(subject)).toEqual(Array(4).fill('off'));
    expect(subject.states()[0]).toMatchObject({ reason: 'too_little_memory' });
    expect(server.requests).toEqual([]);
  });

  it('stay away when they are switched off', async () => {
    const subject = models({ mode: 'off' });
    await subject.start();
    await install(subject);
    expect(statuses(subject)).toEqual(Array(4).fill('off'));
    expect([server.requests, logged]).toEqual([[], []]);
  });

  it('that lie there already need no network', async () => {
    await install(models());
    const brought = await mkdtemp(join(tmpdir(), 'models-brought-'));
    for (const id of ['tones-activity', 'tones-en']) {
      await cp(join(folder, id), join(brought, id), { recursive: true });
      await rm(join(brought, id, 'installed.json'));
    }
    const subject = new Models({ manifest: server.manifest, mode: 'off', folder: brought, logger });
    started.push(subject);
    await subject.start();
    expect(await hear(subject)).toBe('one two');
    await subject.look();
    await rm(brought, { recursive: true });
    expect(server.requests).toHaveLength(4);
  });

  it('are unpacked of an archive that somebody has laid there', async () => {
    await writeFile(join(folder, ARCHIVE), server.files.get(`/asr-models/${ARCHIVE}`) ?? '');
    const subject = models();
    await install(subject);
    expect(await hear(subject)).toBe('one two');
    expect(requestsOf(ARCHIVE)).toEqual([]);
    await rm(join(folder, 'tones-en'), { recursive: true });
    await appendFile(join(folder, ARCHIVE), 'more');
    await subject.look();
    await expect(install(subject)).rejects.toMatchObject({ reason: 'wrong_digest' });
  });

  it('of another kind than the manifest says are not used, and are not fetched again and again', async () => {
    const { models: described } = server.manifest;
    const embedding = described.find(({ purpose }) => purpose === 'embedding');
    const wrong = described.map((model) =>
      model.purpose === 'voice-activity' && embedding
        ? { ...embedding, id: model.id, purpose: model.purpose }
        : model,
    );
    const subject = models({ manifest: { ...server.manifest, models: wrong } });
    await install(subject);
    await expect(hear(subject)).rejects.toMatchObject({ code: 'model_unusable', part: 'voice-activity' });
    expect(engine(subject).isReady()).toBe(false);
    expect(subject.states()[0]).toMatchObject({ status: 'unusable', reason: 'unusable' });
    const before = server.requests.length;
    await install(subject);
    expect(server.requests).toHaveLength(before);
  });

  it('that have changed on the disk are removed and come again', async () => {
    const subject = models();
    await install(subject);
    const path = join(folder, 'tones-en/model.onnx');
    const { atime, mtime } = await stat(path);
    const content = await readFile(path);
    await writeFile(path, Buffer.from(content).fill(0, content.length - 4));
    await utimes(path, atime, mtime);
    await expect(hear(subject)).rejects.toMatchObject({ code: 'model_unusable', part: 'speech' });
    expect(engine(subject).isReady()).toBe(false);
    await install(subject);
    expect(await hear(subject)).toBe('one two');
  });

  it('are fetched by one of several copies, and used by all', async () => {
    const copies = [models(), models(), models()];
    await Promise.all(copies.map((copy) => copy.start()));
    await eventually(
      async () => {
        await Promise.all(copies.map((copy) => copy.look()));
        for (const copy of copies) {
          expect(copy.states().map(({ status }) => status)).toEqual(Array(4).fill('ready'));
        }
      },
      90_000,
      'all models for all',
    );
    expect(server.requests).toHaveLength(4);
    expect(await Promise.all(copies.map(hear))).toEqual(['one two', 'one two', 'one two']);
  });

  it('are waited for by who asks for them now, while another process fetches them', async () => {
    const lock = await FolderLock.take(folder);
    const subject = models();
    let told = 0;
    const held = () => {
      told += 1;
    };
    const installed = subject.install(new AbortController().signal, () => undefined, held);
    await eventually(async () => expect(told).toBe(1), 20_000, 'that somebody else fetches them');
    expect(server.requests).toEqual([]);
    await lock?.release();
    await installed;
    expect([statuses(subject), told]).toEqual([Array(4).fill('ready'), 1]);
  });

  it('are fetched again by another process when the one that did it was killed', async () => {
    const owner = await FolderLock.take(folder, 60_000, 60_000);
    const subject = models();
    const past = new Date(Date.now() - 120_000);
    await utimes(join(folder, '.lock'), past, past);
    await install(subject);
    expect(statuses(subject)).toEqual(Array(4).fill('ready'));
    // The one that comes back does not take away what is not its own.
    const other = await FolderLock.take(folder);
    await owner?.release();
    expect(await FolderLock.take(folder)).toBeNull();
    await other?.release();
  });

  it('leave nothing half done when the service stops in the middle', async () => {
    failing(ARCHIVE, { kind: 'silent' });
    const subject = models();
    await subject.start();
    await eventually(async () => expect(requestsOf(ARCHIVE)).toHaveLength(1), 10_000, 'the request');
    await subject.stop();
    expect(await readdir(folder)).not.toContain('.lock');
    await install(models());
    expect(requestsOf(ARCHIVE)).toHaveLength(2);
  });

  it('are never unpacked from an archive that lacks them', async () => {
    const manifest = server.manifest;
    const models_ = manifest.models.map((model) => ({
      ...model,
      files: model.files.map((file) => ({ ...file, member: file.member && 'tones/another.onnx' })),
    }));
    const subject = models({ manifest: { ...manifest, models: models_ } });
    await expect(install(subject)).rejects.toMatchObject({
      reason: 'unpacking',
      message: expect.stringContaining('the archive lacks tones/another.onnx'),
    });
    expect((await readdir(folder)).filter((name) => name.includes('incoming'))).toEqual([]);
  });

  it('need no bzip2 of the machine', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nonexistent';
    try {
      await install(models());
    } finally {
      process.env.PATH = path;
    }
    expect(await readdir(join(folder, 'tones-en'))).toContain('model.onnx');
  });
});

describe('the manifest', () => {
  it('has digests, licences and attributions for all', () => {
    expect(readManifest(JSON.stringify(builtInManifest))).toEqual(builtInManifest);
    for (const { licence, attribution, sources } of builtInManifest.models) {
      expect([licence, attribution.length > 10, sources > 0]).toEqual([licence, true, true]);
    }
    expect(builtInManifest.models.some(({ languages }) => languages.includes('es'))).toBe(true);
    expect(new URL(builtInManifest.baseUrl).protocol).toBe('https:');
  });

  it.each([
    ['no models', { baseUrl: 'https://example.test/' }],
    ['an id that leads elsewhere', withModel({ id: '../etc' })],
    ['a file that leads elsewhere', withModel({ files: [{ ...firstFile(), name: '../../x' }] })],
    ['no digest', withModel({ sha256: '' })],
    ['no files', withModel({ files: [] })],
    ['speech of no kind', withModel({ purpose: 'speech' })],
  ])('is refused with %s', (_name, manifest) => {
    expect(() => readManifest(JSON.stringify(manifest))).toThrow(/manifest of models/);
  });

  function withModel(change: object): object {
    return { ...builtInManifest, models: [{ ...builtInManifest.models[0], ...change }] };
  }

  function firstFile(): object {
    return builtInManifest.models[0]?.files[0] ?? {};
  }
});
