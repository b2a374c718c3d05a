import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { t } from '#texts/common';
import { dealTexts } from '#texts/deal';
import { invitationTexts as text } from '#texts/invitation';
import { Card, CardTitle } from '../../components/ui/card';
import { Fact, Facts } from '../../components/ui/facts';
import { toast } from '../../components/ui/toast-store';
import type { RemoteAgreement } from '../../lib/api/api-types';
import { formatAgreementId, formatAmount, formatDateTime, formatDuration, planLabel } from '../../lib/format';
import { aboutWords } from '../agreements/deal-line';
import { PlayerRow } from '../player/player-row';
import { usePlayer } from '../player/use-player';
import { askForSound, invitationAudioUrl, invitationPhotoUrl, outlineQuery } from './invitation-api';

interface InvitationProps {
  agreement: RemoteAgreement;
  invitationKey: string | null;
}

/** Who, what, how much: the agreement as party A described it. */
export function DetailsCard({ agreement, invitationKey }: InvitationProps) {
  const names = text.details;
  const about = aboutWords(agreement);
  const length = agreement.durationSeconds ?? 0;
  return (
    <Card aria-labelledby="invitation-details" className="flex flex-col gap-5">
      <CardTitle id="invitation-details">{names.title}</CardTitle>
      <Facts className="[&_dd]:font-medium">
        <Fact name={names.partyA}>{agreement.partyAName}</Fact>
        <Fact name={names.partyB}>{agreement.partyBName}</Fact>
        {about && (
          <Fact name={dealTexts.about}>
            <span className="wrap-anywhere">{about}</span>
          </Fact>
        )}
        {agreement.amount && (
          <Fact name={names.amount}>
            <span className="tabular-nums">{formatAmount(agreement.amount)}</span>
          </Fact>
        )}
        {length > 0 && (
          <Fact name={names.length}>
            <span className="tabular-nums">{formatDuration(length)}</span>
          </Fact>
        )}
        <Fact name={names.created}>{formatDateTime(agreement.createdAt)}</Fact>
        <Fact name={names.plan}>{planLabel(agreement.planType)}</Fact>
        <Fact name={names.id}>
          <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
        </Fact>
      </Facts>
      {agreement.photoUrl && (
        <figure className="flex flex-col gap-1.5">
          <figcaption className="text-sm text-muted">{names.photo}</figcaption>
          <img
            src={invitationPhotoUrl(agreement.photoUrl, invitationKey)}
            alt={names.photoAlt(agreement.partyAName)}
            className="max-h-52 max-w-full sm:max-h-80 self-start rounded-control border border-line object-contain"
          />
        </figure>
      )}
    </Card>
  );
}

/** What answering means. */
export function ImportantCard({ agreement }: { agreement: RemoteAgreement }) {
  return (
    <Card aria-labelledby="invitation-important" className="flex flex-col gap-4">
      <CardTitle id="invitation-important">{text.important.title}</CardTitle>
      <ul className="flex flex-col gap-2">
        {text.important.items(agreement.partyAName).map((item) => (
          <li key={item} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t.app.bindingNote}</p>
    </Card>
  );
}

interface ListenProps extends InvitationProps {
  onHeard: () => void;
  /** The server does not give the recording out; answers whether that leads elsewhere. */
  onRefused: (error: unknown) => boolean;
}

/** The heading that takes the focus when a code has opened the recording. */
export const LISTEN_TITLE = 'invitation-listen';

/** Party A's recording, to be heard before anything is answered. */
export function ListenCard({ agreement, invitationKey, onHeard, onRefused }: ListenProps) {
  const { agreementId } = agreement;
  const tell = () => toast({ title: text.listen.failed, text: text.listen.failedText, tone: 'destructive' });
  const outline = useQuery(outlineQuery(agreementId, invitationKey));
  const peaks = outline.isPending ? null : (outline.data?.peaks ?? []);
  const player = usePlayer({
    src: invitationAudioUrl(agreementId, invitationKey),
    readsLength: true,
    onPlaying: onHeard,
    onError: () => {
      askForSound(agreementId, invitationKey).then(tell, (error) => onRefused(error) || tell());
    },
  });
  return (
    <Card aria-labelledby={LISTEN_TITLE} className="flex flex-col gap-4">
      <div>
        <CardTitle id={LISTEN_TITLE} tabIndex={-1} className="outline-none">
          {text.listen.title}
        </CardTitle>
        <p className="text-muted">{text.listen.lead(agreement.partyAName)}</p>
      </div>
      <PlayerRow player={player} peaks={peaks} label={text.listen.region(agreement.partyAName)} />
    </Card>
  );
}
