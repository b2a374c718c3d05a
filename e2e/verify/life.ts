import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, invitationTo, Journey, PartyB, systemServices } from '#testing';
import { Deals } from '../mails/escrow-deals.js';
import { Scene } from '../mails/scene.js';

const run = promisify(execFile);

const CONTRACTS = [
  ...['local', 'remote', 'declined', 'waiting', 'unpaid', 'dropped', 'refunded', 'failing', 'covered'],
  ...['held', 'released', 'divided', 'back', 'charged'],
] as const;
type Name = (typeof CONTRACTS)[number];
const HELD = { held: 2000, released: 1000, divided: 100, back: 80, charged: 300 } as const;

/** A system on which people have done everything once, every event delivered three times. */
export class Life {
  private constructor(
    readonly scene: Scene<Name>,
    private readonly folder: string,
  ) {}

  static async open(): Promise<Life> {
    return new Life(await Scene.open<Name>(), await mkdtemp(join(tmpdir(), 'ssc-life-')));
  }

  async close(): Promise<void> {
    this.thaw();
    await this.scene.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** From now on nothing happens by itself. The servers answer as before. */
  freeze(): void {
    for (const name of [...systemServices, 'gateway'] as const) this.scene.system.kill(name, 'SIGSTOP');
  }

  private thaw(): void {
    for (const name of [...systemServices, 'gateway'] as const) this.scene.system.kill(name, 'SIGCONT');
  }

  async live(): Promise<void> {
    const { scene } = this;
    await this.record();
    await scene.anna.signup();
    for (const name of CONTRACTS) {
      if (name !== 'unpaid' && name !== 'dropped' && name !== 'failing' && name !== 'covered')
        await scene.pay(name);
    }
    await scene.anna.createPaymentIntent(scene.saved.dropped);
    await this.answer();
    await this.transcribeByHand();
    await this.administrate();
    await this.hold();
    await this.subscribe();
    await this.changeAccount();
    await scene.system.drain();
  }

  private async record(): Promise<void> {
    const { scene, folder } = this;
    for (const name of CONTRACTS) {
      await scene.save(name, name === 'remote' || name === 'declined' || name === 'waiting');
    }
    const photo = join(folder, 'photo.jpg');
    await run('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=blue:size=64x64',
      '-frames:v',
      '1',
      photo,
    ]);
    await scene.anna.save(scene.spoken, {}, photo);
    // An upload that stays unfinished.
    const upload = await scene.anna.ask<{ recordingId: string; uploadToken: string }>(
      'POST',
      '/api/recordings',
    );
    await fetch(`${scene.system.url}/api/recordings/${upload.recordingId}/chunks/0`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-upload-token': upload.uploadToken },
      body: Buffer.from('the first part'),
    }).then((answer) => {
      if (!answer.ok) throw new Error(`the part was answered ${answer.status}`);
    });
  }

  private async answer(): Promise<void> {
    const { scene } = this;
    const partyB = async (name: Name) =>
      new PartyB(scene.system.url, await invitationTo(scene.system.mailboxUrl, scene.contracts[name].emailB));
    const [ben, naysayer] = [await partyB('remote'), await partyB('declined')];
    await ben.view();
    await ben.consent(scene.agreed);
    await naysayer.view();
    await naysayer.decline('We said Monday.');
    await scene.anna.ask('POST', scene.path('dropped', '/cancel'), { json: {} });
    await scene.system.drain(120_000);
    await scene.anna.reaches(scene.contracts.remote.agreementId, 'completed');
    await scene.anna.reaches(scene.contracts.local.agreementId, 'completed');
    await this.object('held');
  }

  /** Somebody who scans Anna's screen says that they were not there. */
  private async object(name: Name): Promise<void> {
    const { anna, contracts, system } = this.scene;
    const { agreementId } = contracts[name];
    await anna.reaches(agreementId, 'completed');
    const { url } = await anna.ask<{ url: string }>('POST', this.scene.path(name, '/confirmation-link'));
    const json = { key: new URL(url).searchParams.get('key'), answer: 'no', reason: 'I was at work.' };
    await new Journey(system.url).ask('POST', `/api/agreements/remote/${agreementId}/confirmation`, { json });
  }

  /** The credit of what was declined covers it, the machine fails, and a person writes it down. */
  private async transcribeByHand(): Promise<void> {
    const { scene } = this;
    await scene.system.drain();
    scene.openai.failWith(400);
    await scene.anna.createPaymentIntent(scene.saved.failing);
    await eventually(
      async () => {
        const sql = `select 1 from transcripts where agreement_id = $1 and stage = 'failed'`;
        const { agreementId } = scene.contracts.failing;
        if ((await scene.system.query('transcription', sql, [agreementId])).length === 0)
          throw new Error('not failed yet');
      },
      60_000,
      'a transcript that failed',
    );
    scene.openai.respondWith({
      text: 'Sold.',
      duration: 12,
      segments: [{ start: 0, end: 4, text: 'Sold.', speaker: 'A' }],
    });
    const { orderId } = await scene.orderTranscript('failing');
    await scene.system.drain();
    const form = new FormData();
    form.set('reason', 'Transcribed as ordered');
    form.set('text', 'I sell you the green car.');
    await scene.asAdmin('POST', `/api/admin/manual-transcriptions/${orderId}/fulfil`, form);
  }

  private async administrate(): Promise<void> {
    const { scene } = this;
    const { agreementId } = scene.contracts.refunded;
    await scene.asAdmin('GET', `/api/admin/download-audio/${agreementId}?reason=Asked+for+help`);
    const payments = await scene.asAdmin<{ id: string; agreementId: string }[]>('GET', '/api/admin/payments');
    const paid = payments.find((payment) => payment.agreementId === agreementId);
    await scene.asAdmin('POST', `/api/admin/payments/${paid?.id}/refund`, {
      reason: 'Paid twice by mistake.',
    });
    const json = {
      ...{ name: 'Dora Lind', email: `dora.${scene.mark}@example.test`, issueType: 'audio_recording' },
      ...{ message: 'I cannot hear it.', timestamp: new Date().toISOString() },
    };
    const { ticketNumber } = await scene.anna.ask<{ ticketNumber: string }>('POST', '/api/contact', { json });
    await scene.asAdmin('POST', `/api/admin/tickets/${ticketNumber}/answer`, {
      message: 'Please turn it up.',
    });
  }

  private async hold(): Promise<void> {
    const { scene } = this;
    const deals = new Deals(scene);
    const intents: Partial<Record<Name, string>> = {};
    const deal = (name: keyof typeof HELD) => ({
      contract: scene.contracts[name],
      dollars: HELD[name],
      seller: { name: 'Ben Carter', email: scene.emailB(name) },
    });
    for (const name of ['held', 'released', 'divided', 'back', 'charged'] as const) {
      await deals.begin(deal(name));
      await deals.getReady(deal(name));
      intents[name] = await deals.pay(deal(name));
    }
    await deals.asBuyer(deal('released'), 'release');
    await deals.asBuyer(deal('divided'), 'problem', { reason: 'A wheel is missing.' });
    await deals.decide(deal('divided'), 60, 'The wheel costs forty dollars.');
    await deals.asSeller(deal('back'), 'refund');
    scene.system.stripe.dispute(intents.charged ?? '');
    for (const [name, state] of [
      ...[['released', 'released'] as const, ['divided', 'resolved'] as const],
      ...[['back', 'refunded'] as const, ['charged', 'disputed'] as const],
    ]) {
      await deals.reaches(deal(name), state);
    }
  }

  private async subscribe(): Promise<void> {
    const { scene } = this;
    await new Deals(scene).subscribe();
    await scene.anna.createPaymentIntent(scene.saved.covered);
    await scene.anna.reaches(scene.contracts.covered.agreementId, 'completed');
  }

  private async changeAccount(): Promise<void> {
    const carl = new Journey(this.scene.system.url, { patienceMs: 30_000 });
    await carl.signup();
    const json = { currentPassword: 'three brown horses', newPassword: 'seven white swans' };
    await carl.ask('PATCH', '/api/auth/change-password', { json });
    await carl.ask('POST', '/api/auth/verify-address/resend');
    await carl.ask('POST', '/api/auth/forgot-password', { json: { email: carl.emailA } });
  }
}
