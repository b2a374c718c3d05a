import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { t } from '#texts/common';
import { consentTexts } from '#texts/consents';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { lazyPart, MissingDialog } from '../../components/ui/lazy-part';
import { Notice } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { AgreementView } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import { ConsentList, SpokenConsents } from '../consent/consent-list';
import { consentOfB, isToBeConfirmed, objectionOf } from '../consent/objection-mark';
import { useConnected } from '../live/connection';
import { PlayerRow } from '../player/player-row';
import { type Player, PREVIEW_SECONDS, usePlaybackSpeed, usePlayer } from '../player/use-player';
import { mailProblemWords } from './agreement-words';
import { audioUrl, consentAudioUrl, explainAudio, outlineQuery, previewUrl, transcriptQuery } from './api';
import { EventLog } from './event-log';
import { FallbackPanel } from './fallback-panel';
import { HowToCheck, PrintHeader } from './print';
import { hasAccessEnded, isUnlocked, needsFallback } from './status';
import { TranscriptDialog } from './transcript-dialog';
import { Facts, Parties } from './viewer-facts';
import { ViewerRecording } from './viewer-recording';
import { hasReader, ViewerTranscript } from './viewer-transcript';

/** Plays a sound from the server; says so, and says why when it cannot. */
function useAgreementPlayer(
  src: string | null,
  knownDuration: number | null,
  { readsLength = false, speed = 1 }: { readsLength?: boolean; speed?: number } = {},
): Player {
  return usePlayer({
    src,
    knownDuration,
    readsLength,
    speed,
    onPlaying: () => toast({ title: t.viewer.playing }),
    onError: () => {
      explainAudio(src ?? '')
        .then(() => undefined)
        .catch((error: unknown) => error)
        .then((error) =>
          toast({
            title: t.viewer.playFailed,
            text: sentenceOf(error, t.viewer.playFallback),
            tone: 'destructive',
          }),
        )
        .catch(() => undefined);
    },
  });
}

const ShowCodeDialog = lazyPart(() => import('../consent/show-code-dialog').then((m) => m.ShowCodeDialog), {
  missing: MissingDialog,
});

const text = dashboardTexts.viewer;

interface ViewerDialogProps {
  agreement: AgreementView;
  onClose: () => void;
}

/** What went wrong or ended, and what is safe all the same. */
function Notices({ agreement }: { agreement: AgreementView }) {
  const mail = agreement.status === 'cancelled' ? null : mailProblemWords(agreement);
  const objection = objectionOf(agreement.consents);
  const deletedWords = hasAccessEnded(agreement) ? text.deletedAtEnd : text.deleted;
  return (
    <>
      {objection && (
        <Notice tone="danger" title={consentTexts.objectionTitle(agreement.partyBName)}>
          <p>{consentTexts.objected(formatDateTime(objection.at))}</p>
          {objection.reason && (
            <p className="wrap-anywhere whitespace-pre-line">{consentTexts.reason(objection.reason)}</p>
          )}
        </Notice>
      )}
      {mail && (
        <Notice tone="warn" title={dashboardTexts.mailProblem.title}>
          {mail}
        </Notice>
      )}
      {agreement.contentDeletedAt && (
        <Notice tone="info" title={text.deletedTitle}>
          {deletedWords(formatDateTime(agreement.contentDeletedAt))}
        </Notice>
      )}
    </>
  );
}

/** One contract as a document: parties, terms, sound, transcript, log. */
export function ViewerDialog({ agreement, onClose }: ViewerDialogProps) {
  const { agreementId, consentedAt, contentDeletedAt, photoUrl } = agreement;
  const names = { a: agreement.partyAName, b: agreement.partyBName };
  const filesHintId = useId();
  const [isSharing, setSharing] = useState(false);
  const [isShowing, setShowing] = useState(false);
  const ofB = consentOfB(agreement.consents);
  const canAsk = !agreement.isRemoteContract && ofB !== undefined && isToBeConfirmed(ofB);
  const hasContent = contentDeletedAt === null;
  const unlocked = isUnlocked(agreement) && hasContent;
  const isConnected = useConnected();
  // Nothing was made of what was paid for and cancelled.
  const isCancelled = agreement.status === 'cancelled';
  const hasTranscript = unlocked && !isCancelled;
  const transcript = useQuery({ ...transcriptQuery(agreementId, isConnected), enabled: hasTranscript });
  const isWaiting = hasTranscript && transcript.isPending;
  const [speed, setSpeed] = usePlaybackSpeed();
  const hasSound = agreement.hasAudioRecording && hasContent;
  const soundUrl = unlocked ? audioUrl(agreementId) : previewUrl(agreementId);
  const { durationSeconds } = agreement;
  const seconds = unlocked ? durationSeconds : Math.min(PREVIEW_SECONDS, durationSeconds ?? PREVIEW_SECONDS);
  const player = useAgreementPlayer(hasSound ? soundUrl : null, seconds, { speed });
  const outline = useQuery({ ...outlineQuery(agreementId), enabled: hasSound });
  // The shape is that of the whole recording; drawn is what plays.
  const share = seconds && durationSeconds ? seconds / durationSeconds : 1;
  const peaks = useMemo(() => {
    const all = outline.data?.peaks ?? [];
    return outline.isPending ? null : all.slice(0, Math.ceil(all.length * share));
  }, [outline.data, outline.isPending, share]);
  const hasConsent = consentedAt !== null && unlocked;
  const consent = useAgreementPlayer(hasConsent ? consentAudioUrl(agreementId) : null, null, {
    readsLength: true,
    speed,
  });
  const recordings = {
    a: { player, peaks },
    b: hasConsent
      ? { player: consent, peaks: isWaiting ? null : (transcript.data?.consentPeaks ?? []) }
      : null,
  };
  const [showsUnclear, setShowsUnclear] = useState(false);
  // Each recording has one player: where its words are read along with it, that of the reader. Until that is known
  // there is none, so that none moves away from under a finger. One that is being listened to when the first words
  // arrive stays where it is.
  const isRead = transcript.data !== undefined && hasReader(transcript.data, showsUnclear);
  const isHeard = useRef(false);
  if (!isRead) isHeard.current = player.isPlaying || consent.isPlaying;
  const standsAlone = !isWaiting && (!isRead || isHeard.current);
  const isTranscribed = transcript.data?.status === 'done';

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.viewer.title}
      description={t.viewer.description}
      className="sm:max-w-6xl"
      isPrinted
    >
      {/* What sticks inside stays below the sheet's own heading. */}
      <article className="flex flex-col gap-6 [--reader-top:3.8125rem]">
        <PrintHeader agreementId={agreementId} />
        {/* On phones what was said comes before dates and numbers. */}
        <div className="grid items-start gap-6 lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10 print:block print:space-y-6">
          <div className="flex flex-col gap-6">
            <Parties agreement={agreement} />
            <Notices agreement={agreement} />
          </div>
          <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <ViewerRecording
              agreement={{ ...agreement, hasAudioRecording: hasSound }}
              isUnlocked={unlocked}
              player={standsAlone ? player : null}
              peaks={peaks}
              filesHintId={filesHintId}
              onGenerate={isWaiting || isTranscribed ? null : () => setSharing(true)}
            />
            {recordings.b && standsAlone && (
              <div className="flex flex-col gap-2">
                <h3 className="text-lg">{text.consentOf(names.b)}</h3>
                <PlayerRow {...recordings.b} label={text.consentOf(names.b)} />
              </div>
            )}
            {needsFallback(agreement, transcript.data) && (
              <FallbackPanel
                agreementId={agreementId}
                options={transcript.data?.fallbackOptions ?? null}
                known={transcript.data?.humanOrder}
              />
            )}
            {unlocked && (
              <ViewerTranscript
                transcript={transcript.data ?? null}
                title={agreement.title}
                isLoading={isWaiting}
                missing={isCancelled ? dashboardTexts.share.ended : t.viewer.loadFailed}
                names={names}
                recordings={recordings}
                hasPlayers={!standsAlone}
                speed={speed}
                onSpeed={setSpeed}
                showsUnclear={showsUnclear}
                onShowUnclear={() => setShowsUnclear(true)}
                onGenerate={() => setSharing(true)}
              />
            )}
            <p id={filesHintId} data-print="no" className="text-sm text-muted">
              {text.pdfHint}
            </p>
          </div>
          <div className="flex flex-col gap-6 lg:col-start-1 lg:row-start-2">
            <Facts agreement={agreement} />
            <ConsentList consents={agreement.consents} names={names} />
            <SpokenConsents transcript={hasContent ? (transcript.data ?? null) : null} names={names} />
            {canAsk && (
              <Button
                variant="secondary"
                className="self-start print:hidden"
                onClick={() => setShowing(true)}
              >
                {consentTexts.ask(names.b)}
              </Button>
            )}
            {photoUrl && hasContent && (
              <figure className="flex flex-col gap-1.5">
                <figcaption className="text-sm text-muted">{text.photo}</figcaption>
                <img
                  src={photoUrl}
                  alt={text.photoAlt}
                  className="max-h-40 max-w-full self-start rounded-control border border-line object-contain"
                />
              </figure>
            )}
          </div>
        </div>
        <section aria-labelledby="viewer-log" className="flex flex-col gap-2">
          <h3 id="viewer-log" className="text-lg">
            {t.viewer.log}
          </h3>
          <EventLog agreementId={agreementId} names={names} />
        </section>
        <HowToCheck agreement={agreement} />
      </article>
      {isSharing && <TranscriptDialog agreement={agreement} onClose={() => setSharing(false)} />}
      {isShowing && <ShowCodeDialog agreement={agreement} onClose={() => setShowing(false)} />}
    </Dialog>
  );
}
