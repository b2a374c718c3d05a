import { Ear, Mic } from 'lucide-react';
import { useId } from 'react';
import { invitationTexts as text } from '#texts/invitation';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { CheckRow } from '../../components/ui/check-row';

interface AnswerCardProps {
  partyBName: string;
  ticks: Ticks;
  /** Whether a recording from before waits to be sent. */
  hasDraft: boolean;
  /** Whether party A's recording was played in this visit. */
  hasHeard: boolean;
  onTick: (ticks: Ticks) => void;
  onAccept: () => void;
  onDecline: () => void;
}

/** Four statements, one button; and the way to say no. */
export function AnswerCard({
  partyBName,
  ticks,
  hasDraft,
  hasHeard,
  onTick,
  onAccept,
  onDecline,
}: AnswerCardProps) {
  const noteId = useId();
  const left = ticksLeft(ticks);
  const ready = hasDraft ? text.statements.readyKept : text.statements.ready;
  const words = {
    isNamedPerson: text.statements.isNamedPerson(partyBName),
    agreesToRecording: text.statements.agreesToRecording,
    agreesToElectronicRecords: text.statements.agreesToElectronicRecords,
    hasHeardTerms: text.statements.hasHeardTerms,
  };
  return (
    <Card aria-labelledby="invitation-answer" className="flex flex-col gap-5">
      <div>
        <CardTitle id="invitation-answer">{text.statements.title}</CardTitle>
        <p className="text-muted">{text.statements.lead}</p>
      </div>
      <div className="flex flex-col gap-2">
        {STATEMENTS.map((name) => (
          <CheckRow
            key={name}
            name={name}
            checked={ticks[name]}
            onChange={(isTicked) => onTick({ ...ticks, [name]: isTicked })}
          >
            {words[name]}
          </CheckRow>
        ))}
        <p className="text-sm text-muted">{text.statements.noText}</p>
        {!hasHeard && (
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <Ear className="size-4 shrink-0" aria-hidden="true" />
            {text.statements.notHeard}
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button
            size="lg"
            aria-disabled={left > 0}
            aria-describedby={noteId}
            onClick={() => left === 0 && onAccept()}
          >
            <Mic className="size-5" aria-hidden="true" />
            {hasDraft ? text.acceptKept : text.accept}
          </Button>
          <Button size="lg" variant="quiet" onClick={onDecline}>
            {text.decline.open}
          </Button>
        </div>
        <p id={noteId} role="status" className="text-sm text-muted">
          {left > 0 ? text.statements.left(left) : ready}
        </p>
      </div>
    </Card>
  );
}

/** The wording that a person ticks, which is that of the document's language. */
export const WORDING_VERSION = text.statements.version;

export const STATEMENTS = [
  'isNamedPerson',
  'agreesToRecording',
  'agreesToElectronicRecords',
  'hasHeardTerms',
] as const;

export type Statement = (typeof STATEMENTS)[number];
export type Ticks = Record<Statement, boolean>;

export const NO_TICKS: Ticks = {
  isNamedPerson: false,
  agreesToRecording: false,
  agreesToElectronicRecords: false,
  hasHeardTerms: false,
};

/** How many statements are still unticked. */
export function ticksLeft(ticks: Ticks): number {
  return STATEMENTS.filter((name) => !ticks[name]).length;
}
