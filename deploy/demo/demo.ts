import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formatAgreementId } from '#contracts';
import { type ReceivedMail, readMailbox } from '#stand-ins';
import { eventually, Journey, type Saved, speakAgreement, type Transcript } from '#testing';
import { localAddresses } from '../local/local-run.js';

/** The main job from a shell: speech goes in; transcript, receipt and mails come out, printed as they are. */
const { web: url, mailbox: mailboxUrl } = localAddresses();
const jfk = resolve('libs/testing/fixtures/jfk.wav');

const print = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};
const heading = (text: string): void => print(`\n── ${text} ${'─'.repeat(Math.max(2, 76 - text.length))}`);
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

async function main(): Promise<void> {
  await assertRunning();
  const folder = await mkdtemp(join(tmpdir(), 'ssc-demo-'));
  try {
    const spoken = join(folder, 'agreement.wav');
    await speakAgreement(spoken);
    await contract('Two voices agree on a car', spoken, ['two thousand dollars']);
    await contract('Real speech', jfk, ['country']);
    print('\nDone: two contracts, each with one payment, one transcript and proof in both mailboxes.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function contract(title: string, audio: string, expectedWords: string[]): Promise<void> {
  heading(title);
  const anna = new Journey(url, { patienceMs: 15_000 });
  const saved = await anna.save(audio);
  print(`Agreement     ${formatAgreementId(saved.agreementId)}`);
  print(`Recording     ${clock(saved.durationSeconds)} long, ${saved.bytes} bytes`);
  print(`SHA-256       ${saved.sha256}`);

  await anna.signup();
  const payment = await anna.pay(saved);
  await anna
    .reaches(saved.agreementId, 'processing')
    .catch(() => anna.reaches(saved.agreementId, 'completed'));
  const paid = await anna.ask<{ status: string; receiptNumber: string; amount: number; currency: string }>(
    'GET',
    `/api/payments/${saved.agreementId}`,
  );
  const amount = (paid.amount / 100).toFixed(2);
  print(
    `Payment       ${amount} ${paid.currency.toUpperCase()}, ${payment.status}, receipt ${paid.receiptNumber}`,
  );

  const transcript = await anna.transcript(saved.agreementId, 180_000);
  await anna.reaches(saved.agreementId, 'completed');
  printTranscript(transcript);
  for (const words of expectedWords) {
    if (!transcript.text.includes(words))
      throw new Error(`The transcript does not have the spoken words "${words}".`);
  }
  await printMails(anna, saved);
}

function printTranscript(transcript: Transcript): void {
  print(`Transcript    by ${transcript.engine}${transcript.draft ? ' (draft quality)' : ''}`);
  if (transcript.isOneVoice) print('              one voice was found');
  if (transcript.areVoicesUnclear) print('              the voices could not be told apart');
  const names = new Map(transcript.speakers.map(({ label, name }) => [label, name]));
  for (const { start, speaker, text } of transcript.segments) {
    print(`  ${clock(start).padStart(5)}  ${speaker ? `${names.get(speaker) ?? speaker}: ` : ''}${text}`);
  }
  print(`  SHA-256     ${transcript.sha256}`);
}

async function printMails(anna: Journey, saved: Saved): Promise<void> {
  const isProof = (mail: ReceivedMail) => mail.attachments.includes(`transcript_${saved.agreementId}.txt`);
  const mails = await eventually(
    async () => {
      const all = await readMailbox(mailboxUrl);
      const mine = all.filter((mail) => mail.to.includes(anna.emailA) || mail.to.includes(anna.emailB));
      const receipts = mine.filter((mail) => /receipt/i.test(mail.subject));
      if (mine.filter(isProof).length < 2 || receipts.length < 1)
        throw new Error(`${mine.length} mails so far`);
      return mine;
    },
    60_000,
    'a receipt and a proof mail to each party',
  );
  for (const mail of mails) {
    print(`\nMail to       ${mail.to.join(', ')}`);
    print(`Subject       ${mail.subject}`);
    if (mail.attachments.length > 0) print(`Attached      ${mail.attachments.join(', ')}`);
    for (const line of mail.text.trimEnd().split('\n')) print(`  │ ${line}`);
  }
}

async function assertRunning(): Promise<void> {
  const answer = await fetch(`${url}/api/health`).catch(() => null);
  if (!answer?.ok) throw new Error(`Nothing healthy answers at ${url}. Start it with: make up DETACH=1`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
