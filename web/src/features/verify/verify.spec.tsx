/** @jest-environment-options {"world": "microphone"} */
import '../../testing/microphone';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { zipSync } from 'fflate';
import type { Verification } from '../../lib/api/api-types';
import { answer, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { breakSounds } from '../../testing/browser';
import { fill, open } from '../../testing/screen';

const NUMBER = '4207731958026614';
const BY_NUMBER = 'GET /api/verify/{agreementId}';
const BY_HASH = 'GET /api/verify/hash/{sha256}';

const bytes = (text: string) => new TextEncoder().encode(text);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const unknown: Verification = {
  ...{ status: 'unknown', agreementId: null, version: null, completedAt: null, sealedAt: null },
  ...{
    keyId: null,
    manifestSha256: null,
    timestampAt: null,
    seals: [],
    parts: [],
    earlierParts: [],
    additions: [],
    copies: [],
    transcriptCopy: null,
    isOfSeveral: false,
    checkedAt: null,
  },
};
const manifestText = JSON.stringify({
  agreementId: NUMBER,
  parts: [{ path: 'audio/party-a.webm', sha256: sha256(bytes('sound')) }],
});
const sealed: Verification = {
  ...unknown,
  seals: [
    {
      version: 1,
      sealedAt: '2026-11-24T10:00:02.000Z',
      manifestSha256: sha256(bytes(manifestText)),
      keyLeakedAt: null,
    },
  ],
  ...{ status: 'valid', agreementId: NUMBER, version: 1, keyId: '9f2c1e7b5a3d4c6e' },
  completedAt: '2026-11-24T10:00:00.000Z',
  sealedAt: '2026-11-24T10:00:02.000Z',
  parts: [
    { kind: 'audio', path: 'audio/party-a.webm', sha256: sha256(bytes('sound')), bytes: 5, isDeleted: false },
  ],
  additions: [{ path: 'manifest.sig', sha256: sha256(bytes('signature')), version: 1 }],
  copies: [{ format: 'mp3', party: 'a', sha256: sha256(bytes('sound as mp3')), bytes: 12 }],
};

/** One that was sealed anew since, with nothing of the same in it. */
function sealedAnew(first: Verification): Verification {
  const [part] = first.parts;
  if (!part) throw new Error('it has a part');
  return {
    ...first,
    ...{ version: 2, sealedAt: '2026-11-26T08:00:00.000Z', manifestSha256: 'f'.repeat(64) },
    seals: [
      ...first.seals,
      { version: 2, sealedAt: '2026-11-26T08:00:00.000Z', manifestSha256: 'f'.repeat(64), keyLeakedAt: null },
    ],
    parts: [{ ...part, sha256: sha256(bytes('sound of version 2')) }],
    earlierParts: first.parts.map((one) => ({ ...one, version: 1 })),
    additions: [
      ...first.additions,
      ...['manifest.sig', 'timestamp.tsr', 'log-head.json'].map((path) => ({
        ...{ path, sha256: sha256(bytes(`${path} of version 2`)), version: 2 },
      })),
    ],
  };
}

/** A packet as the server makes it. */
function packet(
  change: (files: Record<string, Uint8Array>) => void = () => undefined,
  name: (zip: Buffer) => Buffer = (zip) => zip,
): File {
  const sound = bytes('sound');
  const manifest = bytes(
    JSON.stringify({ agreementId: NUMBER, parts: [{ path: 'audio/party-a.webm', sha256: sha256(sound) }] }),
  );
  const files: Record<string, Uint8Array> = {
    'audio/party-a.webm': sound,
    'manifest.json': manifest,
    'manifest.sig': bytes('signature'),
  };
  const sums = Object.entries(files).map(([path, content]) => `${sha256(content)}  ${path}\n`);
  files.SHA256SUMS = bytes(sums.join(''));
  change(files);
  const zip = name(Buffer.from(zipSync(files, { level: 0 })));
  return new File([zip as BlobPart], `evidence_${NUMBER}.zip`);
}

/** A file of a zip gets another name, as long as its own. */
const renamed =
  (from: string, to: string) =>
  (zip: Buffer): Buffer =>
    Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

/** Changes a file and the list that has its fingerprint: the list is not signed. */
function resign(files: Record<string, Uint8Array>, path: string, content: Uint8Array | null): void {
  if (content === null) delete files[path];
  else files[path] = content;
  const listed = Object.entries(files).filter(([name]) => name !== 'SHA256SUMS');
  files.SHA256SUMS = bytes(listed.map(([name, file]) => `${sha256(file)}  ${name}\n`).join(''));
}

/** What the server knows: the sound, the manifest, and nothing else. */
function serverKnows(): void {
  const known = ['sound', 'sound as mp3', manifestText].map((content) => sha256(bytes(content)));
  answer(BY_HASH, ({ params }) => (known.includes(params.sha256 ?? '') ? sealed : unknown));
  answer(BY_NUMBER, ({ params }) => (params.agreementId === NUMBER ? sealed : unknown));
}

type Person = ReturnType<typeof open>['person'];

async function choose(person: Person, file: File): Promise<void> {
  await person.upload(await screen.findByLabelText('Choose a file'), file);
}

describe('the page that verifies', () => {
  it('asks for a number, and shows what is sealed under it', async () => {
    serverKnows();
    const { person } = open('/verify');
    await screen.findByRole('heading', { level: 1, name: 'Verify an agreement' });
    await expectAccessible();
    await fill(person, 'Number of the agreement', '4207');
    await person.click(screen.getByRole('button', { name: 'Look it up' }));
    expect(await screen.findByText('Please enter the 16 digits of the number')).toBeVisible();
    await fill(person, 'Number of the agreement', '4207 7319 5802 6614');
    await person.click(screen.getByRole('button', { name: 'Look it up' }));
    expect(await screen.findByText('Sealed and unchanged')).toBeVisible();
    expect(screen.getByText('9f2c1e7b5a3d4c6e')).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['altered', 'Not as it was sealed'],
    ['unknown', 'Nothing is sealed under this number'],
  ] as const)('says of a number that it is %s', async (status, words) => {
    answer(BY_NUMBER, status === 'unknown' ? unknown : { ...sealed, status });
    open(`/verify/${NUMBER}`);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each([
    ['2026-11-25T03:00:00.000Z', /The files themselves were last read and compared on Nov 25, 2026/],
    [null, /The files themselves have not been read again since\.$/],
  ])('says when the files were last read: %s', async (checkedAt, words) => {
    answer(BY_NUMBER, { ...sealed, checkedAt });
    open(`/verify/${NUMBER}`);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('does not say that support knows of a change which nobody has told them', async () => {
    answer(BY_NUMBER, { ...sealed, status: 'altered' });
    open(`/verify/${NUMBER}`);
    expect(
      await screen.findByText(/has changed since it was sealed\. Please tell our support\.$/),
    ).toBeVisible();
  });

  it('warns of a seal whose key others have, and of its files', async () => {
    const leaked = sealed.seals.map((seal) => ({ ...seal, keyLeakedAt: '2026-11-30T12:00:00.000Z' }));
    answer(BY_NUMBER, { ...sealed, seals: leaked });
    answer(BY_HASH, { ...sealed, seals: leaked });
    const { person } = open(`/verify/${NUMBER}`);
    const warning = /^The key that it is signed with came into other hands on Nov 30, 2026/;
    expect(await screen.findByText(warning)).toBeVisible();
    await choose(person, new File(['sound'], 'recording.webm'));
    expect(await screen.findByText('Valid: recording.webm')).toBeVisible();
    expect(screen.getAllByText(warning)).toHaveLength(2);
  });

  it('says what the guides of older packets leave out, with the command that reads the signed list', async () => {
    const { person } = open('/verify');
    await person.click(await screen.findByText('Checking a packet without this page'));
    expect(screen.getByText(/^SHA256SUMS is not signed/)).toBeVisible();
    expect(screen.getByText(/needs Node\.js 20\.9 or newer/)).toBeVisible();
    expect(screen.getByText(/^No packet can know what came after it/)).toBeVisible();
    const command = screen.getByText(/manifest\.json \| sed/).textContent;
    expect(readFileSync('services/agreements/src/evidence/packet-files.ts', 'utf8')).toContain(command);
    await expectAccessible();
  });

  it('can be asked again when the server was away', async () => {
    unreachable(BY_NUMBER);
    const { person } = open(`/verify/${NUMBER}`);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serverKnows();
    await person.click(again);
    expect(await screen.findByText('Sealed and unchanged')).toBeVisible();
  });
});

describe('a file', () => {
  it('that is a part is valid; only its fingerprint is sent', async () => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, new File(['sound'], 'recording.webm'));
    expect(await screen.findByText('Valid: recording.webm')).toBeVisible();
    expect(sentTo(BY_HASH)).toEqual([
      expect.objectContaining({ params: { sha256: sha256(bytes('sound')) }, body: undefined }),
    ]);
    await expectAccessible();
  });

  it('that we made of the recording is valid, and said to be a copy', async () => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, new File(['sound as mp3'], `agreement_${NUMBER}_recording.mp3`));
    expect(await screen.findByText(`Valid: agreement_${NUMBER}_recording.mp3`)).toBeVisible();
    expect(screen.getByText(/We made this file from a recording/)).toBeVisible();
  });

  it.each([
    [false, 'srt', 'subtitles in SRT format'],
    [true, 'txt', 'plain text'],
  ] as const)(
    'that we made of the transcript is valid, and said to be a copy: named %s, %s',
    async (areSpeakersNamed, format, words) => {
      const transcriptCopy = {
        version: 1,
        format,
        areSpeakersNamed,
        language: 'en',
        bytes: 9,
        exportedAt: '2026-11-25T09:00:00.000Z',
      } as const;
      answer(BY_HASH, { ...sealed, transcriptCopy });
      const { person } = open('/verify');
      await choose(person, new File(['subtitles'], `transcript_${NUMBER}.${format}`));
      expect(await screen.findByText(`Valid: transcript_${NUMBER}.${format}`)).toBeVisible();
      const said = screen.getByText(/This file is a copy of the transcript of agreement 4207731958026614/);
      expect(said).toHaveTextContent(words);
      expect(said).toHaveTextContent('made by us on');
      expect(screen.queryByText(/is a part of agreement/)).toBeNull();
      const named = /Who is who in it was named by the owner/;
      if (areSpeakersNamed) expect(said).toHaveTextContent(named);
      else expect(said).not.toHaveTextContent(named);
    },
  );

  it.each<[string, number | null, RegExp]>([
    ['of a seal before', 1, /was sealed anew on Nov 26, 2026, .* \(version 2\)/],
    ['of no seal', null, /^Its words were replaced by others before the agreement was sealed/],
  ])('that we made of words %s is not said to be of those that count', async (_whose, version, said) => {
    const copy = { format: 'srt', areSpeakersNamed: false, language: 'en', bytes: 9 } as const;
    answer(BY_HASH, {
      ...sealedAnew(sealed),
      transcriptCopy: { ...copy, version, exportedAt: '2026-11-25T09:00:00.000Z' },
    });
    const { person } = open('/verify');
    await choose(person, new File(['subtitles'], `transcript_${NUMBER}.srt`));
    expect(await screen.findByText(`Valid: transcript_${NUMBER}.srt`)).toBeVisible();
    expect(screen.getByText(said)).toBeVisible();
    if (version === 1) expect(screen.getByText(/, sealed on Nov 24, 2026/)).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['by its name', `agreement_${NUMBER}_recording.webm`, 'other sound'],
    ['by its words', 'transcript.txt', `Transcript of agreement ${NUMBER}\n\nI sell`],
    ['by its Spanish words', 'transcripcion.txt', `Transcripción del acuerdo ${NUMBER}\n\nVendo`],
    ['by its Spanish title', 'certificado.pdf', `/Title (Certificado del acuerdo ${NUMBER})`],
    ['as JSON', 'transcript.json', `{\n  "agreementId": "${NUMBER}"\n}`],
  ])('that differs and names the agreement %s is altered', async (_how, name, content) => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, new File([content], name));
    expect(await screen.findByText(`Altered: ${name}`)).toBeVisible();
  });

  it('of nobody is unknown; beside a number it is no part of that agreement', async () => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, new File(['anything'], 'holiday.jpg'));
    expect(await screen.findByText('Unknown: holiday.jpg')).toBeVisible();
    await fill(person, 'Number of the agreement', NUMBER);
    await person.click(screen.getByRole('button', { name: 'Look it up' }));
    await screen.findByText('Sealed and unchanged');
    await choose(person, new File(['anything'], 'holiday.jpg'));
    expect(await screen.findByText('Altered: holiday.jpg')).toBeVisible();
  });

  it.each(['SHA256SUMS', 'SHA256SUMS (1).txt'])(
    'that is the unsigned list, %s, is not altered',
    async (name) => {
      serverKnows();
      const { person } = open(`/verify/${NUMBER}`);
      await choose(person, new File([`${'a'.repeat(64)}  a.webm\n`], name));
      expect(await screen.findByText(`Unknown: ${name}`)).toBeVisible();
      expect(
        screen.getByText(/^This list lies beside the files of a packet, and is not signed/),
      ).toBeVisible();
    },
  );

  it('that names an agreement and is no part of it may be a draft, which the page says', async () => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, new File(['of before'], `certificate_${NUMBER}.pdf`));
    expect(await screen.findByText(/A draft from before the seal is a part of no seal\.$/)).toBeVisible();
  });

  it('that is the same in several agreements is known beside the number of one', async () => {
    const hash = sha256(bytes('no terms'));
    const part = { path: 'terms.json', kind: 'terms', sha256: hash, bytes: 8, isDeleted: false } as const;
    answer(BY_HASH, { ...unknown, isOfSeveral: true });
    answer(BY_NUMBER, { ...sealed, parts: [...sealed.parts, part] });
    const { person } = open('/verify');
    await choose(person, new File(['no terms'], 'terms.json'));
    expect(await screen.findByText('Unknown: terms.json')).toBeVisible();
    expect(screen.getByText(/^Several sealed agreements have a file with this fingerprint/)).toBeVisible();
    await fill(person, 'Number of the agreement', NUMBER);
    await person.click(screen.getByRole('button', { name: 'Look it up' }));
    await screen.findByText('Sealed and unchanged');
    await choose(person, new File(['no terms'], 'terms.json'));
    expect(await screen.findByText('Valid: terms.json')).toBeVisible();
  });

  it.each([
    ['that we have looked up', `/verify/${NUMBER}`, 'recording.webm', 'sound'],
    ['in its name', '/verify', `agreement_${NUMBER}_recording.webm`, 'sound'],
    ['in its name, a copy', '/verify', `agreement_${NUMBER}_recording.mp3`, 'sound as mp3'],
  ])('that is the same in several agreements is of the one %s', async (_how, page, name, content) => {
    answer(BY_HASH, { ...sealed, agreementId: '1111222233334444' });
    answer(BY_NUMBER, sealed);
    const { person } = open(page);
    await choose(person, new File([content], name));
    expect(await screen.findByText(`Valid: ${name}`)).toBeVisible();
    expect(screen.getByText(new RegExp(`agreement ${NUMBER}[ ,]`))).toBeVisible();
    expect(screen.queryByText(/It does not belong to agreement/)).toBeNull();
  });

  it('that several agreements have is said to be in others, where nothing tells whose it is', async () => {
    const others = /^Other sealed agreements have the same file/;
    answer(BY_HASH, { ...sealed, isOfSeveral: true });
    answer(BY_NUMBER, { ...sealed, agreementId: '1111222233334444' });
    const { person } = open('/verify');
    await choose(person, new File(['sound'], 'recording.webm'));
    expect(await screen.findByText('Valid: recording.webm')).toBeVisible();
    expect(screen.getByText(others)).toBeVisible();
    await choose(person, new File(['sound'], 'agreement_1111222233334444_recording.webm'));
    expect(await screen.findByText('Valid: agreement_1111222233334444_recording.webm')).toBeVisible();
    expect(screen.queryByText(others)).toBeNull();
  });

  it('of another agreement than the one that was looked up is said not to belong to that', async () => {
    answer(BY_HASH, { ...sealed, agreementId: '1111222233334444' });
    answer(BY_NUMBER, { ...sealed, parts: [], copies: [] });
    const { person } = open(`/verify/${NUMBER}`);
    await choose(person, new File(['sound'], 'recording.webm'));
    expect(await screen.findByText(/It does not belong to agreement/)).toBeVisible();
    expect(screen.getByText(/is a part of agreement 1111222233334444/)).toBeVisible();
  });

  it('of a seal before is as it was sealed then, and the newer seal is told of', async () => {
    answer(BY_HASH, sealedAnew(sealed));
    const { person } = open('/verify');
    await choose(person, new File(['sound'], 'recording.webm'));
    expect(await screen.findByText('Valid: recording.webm')).toBeVisible();
    expect(screen.getByText(/is as it was sealed on Nov 24, 2026/)).toBeVisible();
    expect(screen.getByText(/was sealed anew on Nov 26, 2026, .* \(version 2\)/)).toBeVisible();
    await expectAccessible();
    await choose(person, new File(['sound of version 2'], 'new.webm'));
    expect(await screen.findByText('Valid: new.webm')).toBeVisible();
    expect(screen.getByText(/is as it was sealed on Nov 26, 2026/)).toBeVisible();
    expect(screen.queryByText(/sealed anew/)).toBeNull();
  });

  it('that is chosen while another is compared has the only answer', async () => {
    const arrive: ((found: Verification) => void)[] = [];
    answer(BY_HASH, () => new Promise((resolve) => arrive.push(resolve)));
    const { person } = open('/verify');
    for (const name of ['slow.webm', 'later.webm']) {
      await choose(person, new File([name], name));
      await waitFor(() => expect(sentTo(BY_HASH)).toHaveLength(name === 'slow.webm' ? 1 : 2));
    }
    arrive[0]?.(sealed);
    for (let turn = 0; turn < 20; turn += 1) await act(async () => undefined);
    expect(screen.queryByText(/slow\.webm/)).toBeNull();
    expect(screen.getByText(/later\.webm/)).toBeVisible();
    arrive[1]?.(unknown);
    expect(await screen.findByText('Unknown: later.webm')).toBeVisible();
  });

  it('says when the fingerprint could not be compared', async () => {
    unreachable(BY_HASH);
    const { person } = open('/verify');
    await choose(person, new File(['sound'], 'recording.webm'));
    expect(await screen.findByText(/could not be reached to compare/)).toBeVisible();
  });
});

describe('a packet', () => {
  const changes: [string, (files: Record<string, Uint8Array>) => void, string][] = [
    [
      'a changed part',
      (files) => Object.assign(files, { 'audio/party-a.webm': bytes('sounb') }),
      'audio/party-a.webm',
    ],
    ['a part less', (files) => delete files['audio/party-a.webm'], 'audio/party-a.webm'],
    [
      'another signature, also in its list',
      (files) => resign(files, 'manifest.sig', bytes('another')),
      'manifest.sig',
    ],
    ['a daily head of its own', (files) => resign(files, 'log-head.json', bytes('{}')), 'log-head.json'],
    ['no signature, also in its list', (files) => resign(files, 'manifest.sig', null), 'manifest.sig'],
    ['a file more', (files) => Object.assign(files, { 'more.txt': bytes('x') }), 'more.txt'],
    ['another signature', (files) => Object.assign(files, { 'manifest.sig': bytes('x') }), 'manifest.sig'],
    [
      'another manifest',
      (files) => Object.assign(files, { 'manifest.json': bytes(`${manifestText} `) }),
      'manifest.json',
    ],
  ];

  it('that is whole is valid', async () => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, packet());
    expect(await screen.findByText(`Valid: evidence_${NUMBER}.zip`)).toBeVisible();
  });

  it.each(changes)('with %s is altered, and the file is named', async (_what, change, name) => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, packet(change));
    expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain(name);
  });

  it.each([
    ['two files of one name', 'audio/party-a.webm'],
    ['two lists of one name', 'SHA256SUMS'],
    ['a name that objects have', '__proto__'],
    ['a name in other letters', 'Audio/Party-A.webm'],
    ['a name by another way', './audio/party-a.webm'],
    ['a name with a backslash', 'audio\\party-a.webm'],
  ])('with %s is altered, and the file is named', async (_what, name) => {
    serverKnows();
    const { person } = open('/verify');
    // It stands before the true ones, and of two of one name the last is read.
    const other = 'q'.repeat(name.length);
    const forged = packet(
      (files) => {
        const whole = { ...files };
        for (const path of Object.keys(files)) delete files[path];
        Object.assign(files, { [other]: bytes('other sound') }, whole);
      },
      renamed(other, name),
    );
    await choose(person, forged);
    expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain(name);
  });

  /** All files in a folder, as programs pack one that was unpacked. */
  const inFolder = (folder: string) => (files: Record<string, Uint8Array>) => {
    for (const [path, content] of Object.entries(files)) {
      delete files[path];
      files[`${folder}/${path}`] = content;
    }
  };
  const withEntries = (...entries: string[]) => {
    const empty = Object.fromEntries(entries.map((entry) => [entry, new Uint8Array()]));
    return (files: Record<string, Uint8Array>) => Object.assign(files, empty);
  };

  it.each<[string, (files: Record<string, Uint8Array>) => void]>([
    ['entries of folders', withEntries('audio/')],
    ['a folder around all', inFolder(`evidence_${NUMBER}`)],
    ['the folder itself, and all of it below', inFolder('.')],
    [
      'a folder around all, with entries of folders',
      (files) => {
        inFolder('evidence')(files);
        withEntries('evidence/', 'evidence/audio/')(files);
      },
    ],
  ])('that was packed again, with %s, is valid', async (_what, change) => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, packet(change));
    expect(await screen.findByText(`Valid: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.queryByText(/They are no part of the packet/)).toBeNull();
  });

  it('with files of a system is valid, and these are named', async () => {
    serverKnows();
    const { person } = open('/verify');
    const additional = [
      '__MACOSX/evidence/._manifest.json',
      'evidence/Thumbs.db',
      'evidence/audio/.DS_Store',
    ];
    await choose(
      person,
      packet((files) => {
        inFolder('evidence')(files);
        for (const name of additional) files[name] = bytes('of a system');
      }),
    );
    expect(await screen.findByText(`Valid: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getByText(/They are no part of the packet/)).toBeVisible();
    const listed = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
    expect(listed.filter((path) => /^evidence|^__MACOSX/.test(path))).toEqual(additional);
    await expectAccessible();
  });

  it.each<[string, (files: Record<string, Uint8Array>) => void, string]>([
    ...changes.map(([what, change, name]): (typeof changes)[number] => [
      `${what}, in a folder`,
      (files) => {
        change(files);
        inFolder('evidence')(files);
      },
      name,
    ]),
    ['a folder that has content', (files) => Object.assign(files, { 'audio/': bytes('x') }), 'audio/'],
    [
      'a file beside its folder',
      (files) => {
        inFolder('evidence')(files);
        withEntries('evidence/audio')(files);
      },
      'audio',
    ],
  ])('that was packed again with %s is altered, and the file is named', async (_what, change, name) => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, packet(change));
    expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain(name);
  });

  it('with two files of one name in a folder is altered', async () => {
    serverKnows();
    const { person } = open('/verify');
    const name = 'evidence/audio/party-a.webm';
    const other = 'q'.repeat(name.length);
    await choose(
      person,
      packet(
        (files) => {
          inFolder('evidence')(files);
          files[other] = bytes('other sound');
        },
        renamed(other, name),
      ),
    );
    expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('audio/party-a.webm');
  });

  it('in which other programs find another file than this page is not valid', async () => {
    serverKnows();
    const { person } = open('/verify');
    // The directory lists a second recording, which is not counted: what unpacks believes one or the other.
    const name = 'audio/party-a.webm';
    const other = 'q'.repeat(name.length);
    const forged = packet(
      (files) => Object.assign(files, { [other]: bytes('other sound') }),
      (zip) => {
        const twice = renamed(other, name)(zip);
        twice.writeUInt16LE(twice.readUInt16LE(twice.length - 14) - 1, twice.length - 14);
        return twice;
      },
    );
    await choose(person, forged);
    expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getByText(/programs that unpack it may find other files in it/)).toBeVisible();
    await expectAccessible();
  });

  it('with a file that only seems to be of a system is altered, and the file is named', async () => {
    serverKnows();
    const { person } = open('/verify');
    const name = '__MACOSX/../audio/party-a.webm';
    await choose(
      person,
      packet((files) => Object.assign(files, { [name]: bytes('other sound') })),
    );
    expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain(name);
  });

  it.each<[string, (files: Record<string, Uint8Array>) => void]>([
    ['without a manifest', (files) => delete files['manifest.json']],
    [
      'with other files beside its folder',
      (files) => {
        inFolder('evidence')(files);
        files['more.txt'] = bytes('x');
      },
    ],
  ])('%s is not the one that we handed out, and nothing is said of its files', async (_what, change) => {
    serverKnows();
    const { person } = open('/verify');
    await choose(person, packet(change));
    expect(await screen.findByText(`Unknown: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(
      screen.getByText(/is not the packet of agreement 4207731958026614 as we handed it out/),
    ).toBeVisible();
  });

  it('of a seal before is as it was sealed then, and the newer seal is told of', async () => {
    answer(BY_HASH, sealedAnew(sealed));
    const { person } = open('/verify');
    await choose(person, packet());
    expect(await screen.findByText(`Valid: evidence_${NUMBER}.zip`)).toBeVisible();
    expect(screen.getByText(/as it was sealed on Nov 24, 2026/)).toBeVisible();
    expect(screen.getByText(/was sealed anew on Nov 26, 2026, .* \(version 2\)/)).toBeVisible();
  });

  it.each(['manifest.sig', 'timestamp.tsr', 'log-head.json'])(
    'with the %s of another seal is altered, and the file is named',
    async (path) => {
      answer(BY_HASH, sealedAnew(sealed));
      const { person } = open('/verify');
      await choose(
        person,
        packet((files) => resign(files, path, bytes(`${path} of version 2`))),
      );
      expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
      expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain(path);
    },
  );

  it('of another seal is unknown', async () => {
    answer(BY_HASH, unknown);
    answer(BY_NUMBER, unknown);
    const { person } = open('/verify');
    await choose(person, packet());
    expect(await screen.findByText(`Unknown: evidence_${NUMBER}.zip`)).toBeVisible();
  });

  describe('of an agreement of which we keep something else than was sealed', () => {
    const may =
      /^What we keep of agreement 4207731958026614 has changed since it was sealed, so we cannot say/;
    beforeEach(() => {
      answer(BY_HASH, unknown);
      answer(BY_NUMBER, { ...sealed, status: 'altered' });
    });

    it('is not called altered because of us', async () => {
      const { person } = open('/verify');
      await choose(person, packet());
      expect(await screen.findByText(`Unknown: evidence_${NUMBER}.zip`)).toBeVisible();
      expect(screen.getByText(may)).toBeVisible();
      expect(screen.queryByRole('listitem', { name: 'manifest.json' })).toBeNull();
      await choose(person, new File(['of version 2'], `certificate_${NUMBER}.pdf`));
      expect(await screen.findByText(`Unknown: certificate_${NUMBER}.pdf`)).toBeVisible();
      expect(screen.getByText(may)).toBeVisible();
      await expectAccessible();
    });

    it('is altered all the same where its files are not those of its own list', async () => {
      const { person } = open('/verify');
      const changed = packet((files) => Object.assign(files, { 'audio/party-a.webm': bytes('sounb') }));
      await choose(person, changed);
      expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
      expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('audio/party-a.webm');
    });
  });

  describe('with what was said', () => {
    const transcript = {
      segments: [
        { recording: 'a', start: 1, end: 4.5, text: 'I sell the car for $250.', speaker: '1' },
        { recording: 'b', start: 0, end: 2, text: 'Agreed.', speaker: '2' },
      ],
      speakers: [
        { label: '1', name: 'Anna Miller' },
        { label: '2', name: 'Ben Carter' },
      ],
      language: 'es',
    };
    const amount = { kind: 'amount', text: '$250', recording: 'a', start: 3.2, speaker: '1' };
    let heard: HTMLMediaElement[];
    const { play } = HTMLMediaElement.prototype;
    const readyState = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'readyState') ?? {};

    beforeEach(() => {
      heard = [];
      Object.defineProperty(HTMLMediaElement.prototype, 'readyState', { value: 1, configurable: true });
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        heard.push(this);
        return play.call(this);
      };
      const seals = (manifestSha256 = '') => sealed.seals.map((seal) => ({ ...seal, manifestSha256 }));
      answer(BY_HASH, ({ params }) => ({ ...sealed, seals: seals(params.sha256) }));
    });

    afterEach(() => {
      HTMLMediaElement.prototype.play = play;
      Object.defineProperty(HTMLMediaElement.prototype, 'readyState', readyState);
    });

    const spoken = (terms: object[]) =>
      packet((files) => {
        files['terms.json'] = bytes(JSON.stringify({ terms }));
        files['transcript.json'] = bytes(JSON.stringify(transcript));
        files['audio/party-b.webm'] = bytes('other sound');
        const parts = ['terms.json', 'transcript.json', 'audio/party-a.webm', 'audio/party-b.webm'].map(
          (path) => ({ path, sha256: sha256(files[path] ?? bytes('')) }),
        );
        files['manifest.json'] = bytes(JSON.stringify({ agreementId: NUMBER, parts }));
        resign(files, 'manifest.sig', bytes('signature'));
      });
    /** As the browser does while it plays. */
    const reach = (element: HTMLMediaElement | undefined, second: number) => {
      if (!element) throw new Error('nothing plays');
      element.currentTime = second;
      act(() => void element.dispatchEvent(new Event('timeupdate')));
    };

    it('plays exactly the seconds of a term, out of the packet', async () => {
      const { person } = open('/verify');
      await choose(person, spoken([amount]));
      expect(await screen.findByRole('heading', { name: 'Hear what was agreed' })).toBeVisible();
      expect(screen.getByText('Amount · Anna Miller')).toBeVisible();
      expect(screen.getByText('“$250”')).toHaveAttribute('lang', 'es');
      await expectAccessible();
      await person.click(screen.getByRole('button', { name: '0:03 – 0:04, play: $250' }));
      const [element] = heard;
      expect([heard.length, element?.currentTime, element?.paused]).toEqual([1, 3.2, false]);
      expect(element?.src).toMatch(/^blob:/);
      reach(element, 4.4);
      expect(element?.paused).toBe(false);
      reach(element, 4.5);
      expect(element?.paused).toBe(true);
      expect(screen.getByRole('button', { name: '0:03 – 0:04, play: $250' })).toBeVisible();
    });

    it('plays one at a time, of lines where there are no terms, and stops when it is pressed again', async () => {
      const { person } = open('/verify');
      await choose(person, spoken([]));
      expect(await screen.findByRole('heading', { name: 'Hear what was said' })).toBeVisible();
      await person.click(screen.getByRole('button', { name: /^0:01 – 0:04, play/ }));
      await person.click(screen.getByRole('button', { name: '0:00 – 0:02, play: Agreed.' }));
      const [one, other] = heard;
      expect([one?.paused, other?.paused, one === other]).toEqual([true, false, false]);
      await person.click(screen.getByRole('button', { name: '0:00 – 0:02, stop: Agreed.' }));
      expect(other?.paused).toBe(true);
    });

    it('says when the browser cannot play the recording', async () => {
      breakSounds();
      const { person } = open('/verify');
      await choose(person, spoken([amount]));
      await person.click(await screen.findByRole('button', { name: /, play: / }));
      expect(await screen.findByRole('alert')).toHaveTextContent('This browser cannot play the recording.');
    });

    it('is not offered of a packet that was changed', async () => {
      const { person } = open('/verify');
      const changed = packet((files) => Object.assign(files, { 'terms.json': bytes('{"terms":[]}') }));
      await choose(person, changed);
      expect(await screen.findByText(`Altered: evidence_${NUMBER}.zip`)).toBeVisible();
      expect(screen.queryByText('Hear what was said')).toBeNull();
    });
  });
});
