import { useQuery } from '@tanstack/react-query';
import { recordScreenTexts } from '#texts/record-screen';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { earlierTakeQuery, isTranscribed } from './api';

const text = recordScreenTexts.earlier;

interface EarlierTakeProps {
  agreementId: string;
  onFollow: () => void;
}

/** The recording that was processed before has a transcript, or gets one: the way to it. */
export function EarlierTake({ agreementId, onFollow }: EarlierTakeProps) {
  const { data: earlier } = useQuery(earlierTakeQuery(agreementId));
  if (!earlier) return null;
  const isDone = isTranscribed(earlier);
  return (
    <Notice tone={isDone ? 'ok' : 'info'}>
      <p>{isDone ? text.done : text.working}</p>
      <Button variant="secondary" className="mt-2 self-start" onClick={onFollow}>
        {isDone ? text.show : text.follow}
      </Button>
    </Notice>
  );
}
