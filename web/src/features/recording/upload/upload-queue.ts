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
import { ChunkTransfer, type TransferProgress } from './chunk-transfer';
import { isOnline, ringWhenOnline } from './retry';
import { type UploadApi, uploadApi } from './upload-api';

/** What a person sends off: the sound, and what belongs to it. */
export interface UploadOrder {
  /** Id of the draft. */
  takeId: string;
  sound: Blob;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
}

type Listener = (news: TransferProgress) => void;

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

/** Held while one tab sends a draft, so that no other does. Free again when that tab is closed, whatever way. */
const lockName = (draftId: string) => `ssc-upload:${draftId}`;

async function alone<T>(draftId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockName(draftId), { signal }, work);
}

/** Everything of this tab that is on its way to the server. One for each tab. */
export class UploadQueue {
  private readonly running = new Map<string, Running>();

  constructor(private readonly server: UploadApi) {}

  /**
   * Sends a draft and everything that belongs to it; a closed page, a crash or a lost network only pauses it.
   * @returns the number of the new agreement
   * @throws ApiError what the server will not take; whatever the store of the device throws when it keeps nothing
   */
  async send(
    { takeId: draftId, sound, agreementData, photo }: UploadOrder,
    listener: Listener,
  ): Promise<string> {
    await this.stop(draftId);
    const order: PendingUpload = {
      ...{ takeId: draftId, agreementData, recording: null, createdAt: Date.now() },
      photo: photo && { name: photo.name, type: photo.type, data: await photo.arrayBuffer() },
    };
    // Kept before anything else: from here on the draft finds its way by itself.
    const { pending: known, savedAs } = await findUpload(draftId);
    expectWaiting();
    if (!savedAs) await keepUpload({ ...order, recording: known?.recording ?? null });
    const { work } = this.start(draftId, order, sound, listener);
    this.tell();
    const agreementId = await work;
    if (agreementId === null) throw new Error('Nothing was sent.');
    return agreementId;
  }

  /** Goes on with what waits on this device, as far as this tab does not do it already. */
  async resume(): Promise<void> {
    for (const { takeId: draftId } of await waitingUploads()) {
      if (this.running.has(draftId)) continue;
      this.start(draftId, null, null, () => undefined).work.catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        toast({ title: t.common.error, text: sentenceOf(error, t.deal.saveFallback), tone: 'destructive' });
      });
    }
    await this.tellWaiting();
  }

  /** Tries again at once instead of at the end of the pause. */
  retry(draftId: string): void {
    this.running.get(draftId)?.bell.ring();
  }

  /** The screen that showed a draft is gone; sending goes on. */
  leave(draftId: string): void {
    const entry = this.running.get(draftId);
    if (!entry?.isSeen) return;
    entry.isSeen = false;
    this.tell();
  }

  /** The person wants this draft no longer. */
  async cancel(draftId: string): Promise<void> {
    await this.stop(draftId);
    await dropUpload(draftId);
    this.tell();
  }

  private async stop(draftId: string): Promise<void> {
    const entry = this.running.get(draftId);
    entry?.control.abort();
    await entry?.work.catch(() => undefined);
  }

  private start(
    draftId: string,
    order: PendingUpload | null,
    sound: Blob | null,
    listener: Listener,
  ): Running {
    const entry: Running = {
      ...{ isSeen: order !== null, isSending: false, listener },
      ...{ bell: new Bell(), control: new AbortController(), work: Promise.resolve(null) },
    };
    this.running.set(draftId, entry);
    entry.work = alone(draftId, entry.control.signal, () =>
      this.upload(draftId, order, sound, entry),
    ).finally(() => {
      if (this.running.get(draftId) === entry) this.running.delete(draftId);
      this.tell();
    });
    return entry;
  }

  /** Looks again at what there is to do: another tab may have done it. */
  private async upload(
    draftId: string,
    order: PendingUpload | null,
    sound: Blob | null,
    entry: Running,
  ): Promise<string | null> {
    const { pending: known, savedAs } = await findUpload(draftId);
    const pending = order ? { ...order, recording: known?.recording ?? null } : known;
    const content = pending && !savedAs ? (sound ?? (await readSound(draftId))) : null;
    if (!pending || !content) {
      await dropUpload(draftId);
      return savedAs;
    }
    if (order) await keepUpload(pending);
    return this.transfer(pending, content, entry);
  }

  private async transfer(pending: PendingUpload, sound: Blob, entry: Running): Promise<string> {
    const { takeId: draftId, agreementData } = pending;
    const { bell, control } = entry;
    const stopListening = ringWhenOnline(bell);
    try {
      const transfer = new ChunkTransfer({
        ...{ sound, pending, bell, isOnline, api: this.server, signal: control.signal },
        remember: (recording) => keepUpload({ ...pending, recording }),
        onProgress: (news) => this.pass(news, entry),
      });
      const saved = await transfer.run();
      showSaved(saved, agreementData);
      // Asked again later, the server answers the same: what cannot be noted now is noted then.
      await noteSaved(draftId, saved.agreementId).catch(() => undefined);
      return saved.agreementId;
    } catch (error) {
      // What the server will not take is not offered to it again by itself; the draft stays on the device.
      if (!control.signal.aborted) await dropUpload(draftId).catch(() => undefined);
      throw error;
    } finally {
      stopListening();
    }
  }

  private pass(news: TransferProgress, entry: Running): void {
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
    const unseen = waiting.filter(({ takeId: draftId }) => !this.running.get(draftId)?.isSeen);
    const isSending = unseen.some(({ takeId: draftId }) => this.running.get(draftId)?.isSending);
    publishWaiting({ count: waiting.length, unseen: unseen.length, isSending });
  }
}

/** The queue of this tab. */
export const uploads = new UploadQueue(uploadApi);

/** A draft has become an agreement: remembered for signup and checkout, and said. */
export function showSaved(saved: SavedRecording, agreementData: string): void {
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
