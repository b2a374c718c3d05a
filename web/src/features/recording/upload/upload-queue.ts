import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';
import { sentenceOf } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import { Bell } from '../../../lib/bell';
import { expectWaiting, publishWaiting } from '../../../lib/browser/waiting-uploads';
import { rememberPending } from '../../../lib/session/pending-checkout';
import { getSession } from '../../../lib/session/session';
import {
  dropUpload,
  findUpload,
  keepUpload,
  noteSaved,
  type PendingUpload,
  readSound,
  waitingUploads,
} from '../drafts/draft-db';
import { Transfer, type TransferNews } from './chunk-transfer';
import { isOnline, ringWithNetwork } from './retry';
import { type PartServer, partServer } from './upload-api';

/** What a person sends off: the sound, and what belongs to it. */
export interface UploadOrder {
  takeId: string;
  sound: Blob;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
}

type Listener = (news: TransferNews) => void;

interface Running {
  /** A screen shows how far it is. */
  isSeen: boolean;
  isSending: boolean;
  readonly bell: Bell;
  readonly control: AbortController;
  readonly listener: Listener;
  /** The number of the agreement; null when there was nothing to send any more. */
  work: Promise<string | null>;
}

/** Held while one tab sends a take, so that no other does. Free again when that tab is closed, whatever way. */
const lockName = (takeId: string) => `ssc-upload:${takeId}`;

async function alone<T>(takeId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockName(takeId), { signal }, work);
}

/** Everything of this tab that is on its way to the server. One for each tab. */
export class UploadQueue {
  private readonly running = new Map<string, Running>();

  constructor(private readonly server: PartServer) {}

  /**
   * Sends a take and everything that belongs to it; a closed page, a crash or a lost network only pauses it.
   * @returns the number of the new agreement
   * @throws ApiError what the server will not take; whatever the store of the device throws when it keeps nothing
   */
  async send({ takeId, sound, agreementData, photo }: UploadOrder, listener: Listener): Promise<string> {
    await this.stop(takeId);
    const order: PendingUpload = {
      ...{ takeId, agreementData, recording: null, createdAt: Date.now() },
      photo: photo && { name: photo.name, type: photo.type, data: await photo.arrayBuffer() },
    };
    // Kept before anything else: from here on the take finds its way by itself.
    const { pending: known, savedAs } = await findUpload(takeId);
    expectWaiting();
    if (!savedAs) await keepUpload({ ...order, recording: known?.recording ?? null });
    const { work } = this.start(takeId, order, sound, listener);
    this.tell();
    const agreementId = await work;
    if (agreementId === null) throw new Error('Nothing was sent.');
    return agreementId;
  }

  /** Goes on with what waits on this device, as far as this tab does not do it already. */
  async resume(): Promise<void> {
    for (const { takeId } of await waitingUploads()) {
      if (this.running.has(takeId)) continue;
      this.start(takeId, null, null, () => undefined).work.catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        toast({ title: t.common.error, text: sentenceOf(error, t.deal.saveFallback), tone: 'destructive' });
      });
    }
    await this.tellWaiting();
  }

  /** Tries again at once instead of at the end of the pause. */
  retry(takeId: string): void {
    this.running.get(takeId)?.bell.ring();
  }

  /** The screen that showed a take is gone; sending goes on. */
  leave(takeId: string): void {
    const entry = this.running.get(takeId);
    if (!entry?.isSeen) return;
    entry.isSeen = false;
    this.tell();
  }

  /** The person wants this take no longer. */
  async cancel(takeId: string): Promise<void> {
    await this.stop(takeId);
    await dropUpload(takeId);
    this.tell();
  }

  private async stop(takeId: string): Promise<void> {
    const entry = this.running.get(takeId);
    entry?.control.abort();
    await entry?.work.catch(() => undefined);
  }

  private start(
    takeId: string,
    order: PendingUpload | null,
    sound: Blob | null,
    listener: Listener,
  ): Running {
    const entry: Running = {
      ...{ isSeen: order !== null, isSending: false, listener },
      ...{ bell: new Bell(), control: new AbortController(), work: Promise.resolve(null) },
    };
    this.running.set(takeId, entry);
    entry.work = alone(takeId, entry.control.signal, () => this.bring(takeId, order, sound, entry)).finally(
      () => {
        if (this.running.get(takeId) === entry) this.running.delete(takeId);
        this.tell();
      },
    );
    return entry;
  }

  /** Looks again at what there is to do: another tab may have done it. */
  private async bring(
    takeId: string,
    order: PendingUpload | null,
    sound: Blob | null,
    entry: Running,
  ): Promise<string | null> {
    const { pending: known, savedAs } = await findUpload(takeId);
    const pending = order ? { ...order, recording: known?.recording ?? null } : known;
    const content = pending && !savedAs ? (sound ?? (await readSound(takeId))) : null;
    if (!pending || !content) {
      await dropUpload(takeId);
      return savedAs;
    }
    if (order) await keepUpload(pending);
    return this.transfer(pending, content, entry);
  }

  private async transfer(pending: PendingUpload, sound: Blob, entry: Running): Promise<string> {
    const { takeId, agreementData } = pending;
    const { bell, control } = entry;
    const stopListening = ringWithNetwork(bell);
    try {
      const transfer = new Transfer({
        ...{ sound, pending, bell, isOnline, server: this.server, signal: control.signal },
        remember: (recording) => keepUpload({ ...pending, recording }),
        onNews: (news) => this.pass(news, entry),
      });
      const saved = await transfer.run();
      announceSaved(saved, agreementData);
      // Asked again later, the server answers the same: what cannot be noted now is noted then.
      await noteSaved(takeId, saved.agreementId).catch(() => undefined);
      return saved.agreementId;
    } catch (error) {
      // What the server will not take is not offered to it again by itself; the take stays on the device.
      if (!control.signal.aborted) await dropUpload(takeId).catch(() => undefined);
      throw error;
    } finally {
      stopListening();
    }
  }

  private pass(news: TransferNews, entry: Running): void {
    const isSending = news.waitsFor === null;
    if (isSending !== entry.isSending) {
      entry.isSending = isSending;
      this.tell();
    }
    entry.listener(news);
  }

  private tell(): void {
    this.tellWaiting().catch(() => undefined);
  }

  /** Counts what waits, for whoever shows it. */
  private async tellWaiting(): Promise<void> {
    const waiting = await waitingUploads();
    const unseen = waiting.filter(({ takeId }) => !this.running.get(takeId)?.isSeen);
    const isSending = unseen.some(({ takeId }) => this.running.get(takeId)?.isSending);
    publishWaiting({ count: waiting.length, unseen: unseen.length, isSending });
  }
}

/** The queue of this tab. */
export const uploads = new UploadQueue(partServer);

/** A take has become an agreement: remembered for signup and checkout, and said. */
export function announceSaved(saved: SavedRecording, agreementData: string): void {
  const { planType } = JSON.parse(agreementData) as { planType: string };
  const { user } = getSession();
  rememberPending({
    agreementId: saved.agreementId,
    planType,
    claimToken: saved.claimToken ?? null,
    byVisitor: user === null,
  });
  const text = user ? t.deal.savedSignedIn : t.deal.savedVisitor;
  toast({ title: t.deal.savedTitle, text });
}
