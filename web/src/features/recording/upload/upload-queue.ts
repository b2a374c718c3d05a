import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { toast } from '../../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../../lib/api/api-error';
import type { AgreementDraft, SavedRecording } from '../../../lib/api/api-types';
import { publishWaiting } from '../../../lib/browser/waiting-uploads';
import { rememberPending } from '../../../lib/session/pending-notes';
import { getSession } from '../../../lib/session/session';
import { Waker } from '../../../lib/waker';
import { dropUpload, findUpload, keepUpload, type PendingUpload, waitingUploads } from '../drafts/draft-db';
import { markSaved, readSound } from '../drafts/draft-recovery';
import { ChunkTransfer, finishWithoutSound, type TransferProgress } from './chunk-transfer';
import { isOnline, wakeWhenOnline } from './retry';
import { senderOf } from './sender';
import { type UploadApi, uploadApi } from './upload-api';

/** What a person sends off: the sound, and what belongs to it. */
interface UploadRequest {
  draftId: string;
  sound: Blob;
  /** Resolves when the device has all of the sound, or has given up. */
  settled?: Promise<void>;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
  /** Who was signed in when it was made; left out for a visitor. */
  userId?: number | undefined;
}

type Listener = (progress: TransferProgress) => void;

/** What this page sends off, with the sound in memory. */
interface Sending extends Pick<UploadRequest, 'sound' | 'settled'> {
  requested: PendingUpload;
}

/** A device that has not written the last pieces by then is not waited for any longer, in ms. */
const SETTLE_MS = 5000;

interface RunningUpload {
  /** A screen shows how far it is. */
  isSeen: boolean;
  isSending: boolean;
  readonly waker: Waker;
  readonly control: AbortController;
  readonly listener: Listener;
  /** The number of the agreement; null when there was nothing to send any more. */
  work: Promise<string | null>;
}

/** Held while one tab sends a draft, so that no other does. Free again when that tab is closed, whatever way. */
const lockName = (draftId: string) => `ssc-upload:${draftId}`;

async function withUploadLock<T>(draftId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockName(draftId), { signal }, work);
}

/** Everything of this tab that is on its way to the server. One for each tab. */
export class UploadQueue {
  private readonly running = new Map<string, RunningUpload>();

  constructor(private readonly api: UploadApi) {}

  /**
   * Sends a draft and everything that belongs to it; a closed page, a crash or a lost network only pauses it.
   * @returns the number of the new agreement
   * @throws ApiError what the server will not take, or `other_account`; whatever the store of the device throws when it keeps nothing
   */
  async send(request: UploadRequest, listener: Listener): Promise<string> {
    const { draftId, sound, settled, agreementData, photo } = request;
    const userId = senderOf(request);
    await this.stop(draftId);
    const requested: PendingUpload = {
      ...{ draftId, agreementData, bytes: sound.size, recording: null, createdAt: Date.now() },
      userId,
      photo: photo && { name: photo.name, type: photo.type, data: await photo.arrayBuffer() },
    };
    const agreementId = await this.start(draftId, { requested, sound, settled }, listener).work;
    if (agreementId === null) throw new Error('Nothing was sent.');
    return agreementId;
  }

  /** Goes on with what waits on this device, as far as this tab does not do it already. */
  async resume(): Promise<void> {
    for (const pending of await waitingUploads()) {
      const { draftId } = pending;
      if (this.running.has(draftId) || !mayBeSent(pending)) continue;
      this.start(draftId, null, () => undefined).work.catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        toast({
          title: t.common.error,
          text: sentenceOf(error, recordTexts.deal.saveFallback),
          tone: 'destructive',
        });
      });
    }
    await this.publishCounts();
  }

  /** Tries again at once instead of at the end of the pause. */
  retry(draftId: string): void {
    this.running.get(draftId)?.waker.wake();
  }

  /** The screen that showed a draft is gone; sending goes on. */
  leave(draftId: string): void {
    const entry = this.running.get(draftId);
    if (!entry?.isSeen) return;
    entry.isSeen = false;
    this.publish();
  }

  /** The person wants this draft no longer. */
  async cancel(draftId: string): Promise<void> {
    await this.stop(draftId);
    await dropUpload(draftId);
    this.publish();
  }

  private async stop(draftId: string): Promise<void> {
    const entry = this.running.get(draftId);
    entry?.control.abort();
    await entry?.work.catch(() => undefined);
  }

  private start(draftId: string, sending: Sending | null, listener: Listener): RunningUpload {
    const entry: RunningUpload = {
      ...{ isSeen: sending !== null, isSending: false, listener },
      ...{ waker: new Waker(), control: new AbortController(), work: Promise.resolve(null) },
    };
    this.running.set(draftId, entry);
    entry.work = this.run(draftId, sending, entry).finally(() => {
      if (this.running.get(draftId) === entry) this.running.delete(draftId);
      this.publish();
    });
    return entry;
  }

  private async run(draftId: string, sending: Sending | null, entry: RunningUpload): Promise<string | null> {
    const { signal } = entry.control;
    if (sending) await this.keep(sending, signal);
    return withUploadLock(draftId, signal, () => this.upload(draftId, sending, entry));
  }

  /**
   * From here on the draft is sent even after a reload. The sound comes first: a page after this one has only what the
   * device wrote of it.
   */
  private async keep(
    { requested, settled = Promise.resolve() }: Sending,
    signal: AbortSignal,
  ): Promise<void> {
    await endOf(settled, SETTLE_MS, signal);
    const { pending: known, savedAs } = await findUpload(requested.draftId);
    if (!savedAs) await keepUpload({ ...requested, recording: known?.recording ?? null });
    this.publish();
  }

  /** Looks again at what there is to do: another tab may have done it. */
  private async upload(
    draftId: string,
    sending: Sending | null,
    entry: RunningUpload,
  ): Promise<string | null> {
    const { pending: known, savedAs } = await findUpload(draftId);
    const pending = sending ? { ...sending.requested, recording: known?.recording ?? null } : known;
    const sound = pending && !savedAs ? (sending?.sound ?? (await readSound(draftId))) : null;
    const bytes = pending?.bytes ?? sound?.size;
    if (!pending || savedAs || bytes === undefined) {
      await dropUpload(draftId);
      return savedAs;
    }
    if (sending) await keepUpload(pending);
    return this.transfer(pending, sound?.size === bytes ? sound : null, bytes, entry);
  }

  /** @param sound null when the device has not all of it */
  private async transfer(
    pending: PendingUpload,
    sound: Blob | null,
    bytes: number,
    entry: RunningUpload,
  ): Promise<string> {
    const { draftId, agreementData } = pending;
    const { waker, control } = entry;
    const stopListening = wakeWhenOnline(waker);
    try {
      const options = {
        ...{ pending, waker, api: this.api, signal: control.signal },
        onProgress: (progress: TransferProgress) => this.report(progress, entry),
      };
      const remember = (recording: PendingUpload['recording']) => keepUpload({ ...pending, recording });
      const saved = sound
        ? await new ChunkTransfer({ ...options, sound, isOnline, remember }).run()
        : await finishWithoutSound({ ...options, bytes });
      // A part must not pass for the whole: what is there is offered to the person instead.
      if (!saved)
        throw new ApiError(0, 'sound_incomplete', recordTexts.deal.notWhole, recordTexts.deal.notWhole);
      showSaved(saved, agreementData, pending.userId ?? null);
      // Asked again later, the server answers the same: what cannot be noted now is noted then.
      await markSaved(draftId, saved.agreementId).catch(() => undefined);
      return saved.agreementId;
    } catch (error) {
      // What the server will not take is not offered to it again by itself; the draft stays on the device.
      if (!control.signal.aborted) await dropUpload(draftId).catch(() => undefined);
      throw error;
    } finally {
      stopListening();
    }
  }

  private report(progress: TransferProgress, entry: RunningUpload): void {
    const isSending = progress.waitsFor === null;
    if (isSending !== entry.isSending) {
      entry.isSending = isSending;
      this.publish();
    }
    entry.listener(progress);
  }

  private publish(): void {
    this.publishCounts().catch(() => undefined);
  }

  /** Counts what waits, for whoever shows it: nobody is told of what another account has sent off. */
  private async publishCounts(): Promise<void> {
    const waiting = (await waitingUploads()).filter(mayBeSent);
    const unseen = waiting.filter(({ draftId }) => !this.running.get(draftId)?.isSeen);
    const isSending = unseen.some(({ draftId }) => this.running.get(draftId)?.isSending);
    publishWaiting({ count: waiting.length, unseen: unseen.length, isSending });
  }
}

/** What somebody sent off waits while somebody else is signed in: it would become theirs. */
function mayBeSent({ userId }: PendingUpload): boolean {
  const readerId = getSession().user?.id ?? userId;
  return userId === undefined || readerId === userId;
}

/** The queue of this tab. */
export const uploads = new UploadQueue(uploadApi);

/** A draft has become an agreement: remembers it for signup and checkout, and shows a toast. */
export function showSaved(saved: SavedRecording, agreementData: string, userId: number | null): void {
  const { planType, partyAName, partyBName } = JSON.parse(agreementData) as AgreementDraft;
  const { user } = getSession();
  rememberPending({
    agreementId: saved.agreementId,
    planType,
    claimToken: saved.claimToken ?? null,
    byVisitor: user === null,
    ...{ userId, partyAName, partyBName },
  });
  const text = user ? recordTexts.deal.savedSignedIn : recordTexts.deal.savedVisitor;
  toast({ title: recordTexts.deal.savedTitle, text });
}

/**
 * Waits until work has ended, whichever way, but no longer than that.
 * @throws DOMException AbortError when the waiting is given up
 */
export async function endOf(work: Promise<void>, longestMs: number, signal: AbortSignal): Promise<void> {
  const waker = new Waker();
  work.catch(() => undefined).finally(() => waker.wake());
  await waker.wait(longestMs, signal);
}
