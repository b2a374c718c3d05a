import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { formatDateTime } from '../../../lib/format';
import { paths, replayDeadLetter } from '../api';
import { type Act, ReasonDialog } from '../dialog/reason-dialog';
import { ListSection } from '../lists/list-section';
import type { Column } from '../lists/record-table';
import { keyText, LongText, When } from '../lists/values';
import type { DeadLetter } from '../types';

const texts = adminTexts.jobs;

const COLUMNS: readonly Column<DeadLetter>[] = [
  {
    id: 'letter',
    label: texts.deadColumns.letter,
    place: 'title',
    className: 'max-w-72',
    cell: (letter) => (
      <>
        <p className="font-medium wrap-anywhere">{letter.routingKey}</p>
        <p className="text-sm wrap-anywhere text-muted tabular-nums">{keyText(letter.subject)}</p>
      </>
    ),
  },
  {
    id: 'handler',
    label: texts.deadColumns.handler,
    className: 'max-w-56',
    cell: (letter) => (
      <span className="text-sm wrap-anywhere">
        {letter.handler}
        <br />
        <span className="text-muted">{letter.service}</span>
      </span>
    ),
  },
  {
    id: 'reason',
    label: texts.deadColumns.reason,
    className: 'max-w-80 text-sm',
    cell: ({ reason }) => <LongText text={reason} />,
  },
  { id: 'died', label: texts.deadColumns.died, cell: ({ diedAt }) => <When at={diedAt} /> },
  {
    id: 'state',
    label: texts.deadColumns.state,
    place: 'corner',
    cell: ({ replayedAt, retryAt }) =>
      replayedAt ? (
        <span className="flex flex-col items-start gap-0.5">
          <Badge tone="ok">{texts.replayed}</Badge>
          <When at={replayedAt} />
        </span>
      ) : (
        <span className="flex flex-col items-start gap-0.5">
          <Badge tone="danger">{texts.waiting}</Badge>
          <span className="text-sm text-muted tabular-nums">
            {retryAt ? texts.retryAt(formatDateTime(retryAt)) : texts.noRetry}
          </span>
        </span>
      ),
  },
];

function replayAct(letter: DeadLetter): Act {
  return {
    title: texts.replayTitle,
    text: texts.replayText(letter.handler),
    told: 'contract',
    confirm: texts.replay,
    refreshes: [paths.deadLetters, paths.jobs],
    run: (reason) => replayDeadLetter(letter, reason),
    done: { title: texts.replayDone },
  };
}

/** Messages that were set aside; each can be handed to its handler once more. */
export function DeadLetters() {
  const [chosen, setChosen] = useState<DeadLetter | null>(null);
  const actions = useCallback(
    (letter: DeadLetter) =>
      letter.replayedAt === null && (
        <Button
          variant="secondary"
          aria-label={texts.replayNamed(`${letter.routingKey} ${keyText(letter.subject)}`.trim())}
          onClick={() => setChosen(letter)}
        >
          {texts.replay}
        </Button>
      ),
    [],
  );
  return (
    <>
      <ListSection<DeadLetter>
        title={texts.deadTitle}
        lead={texts.deadLead}
        path={paths.deadLetters}
        columns={COLUMNS}
        rowKey={(letter) => `${letter.service} ${letter.id}`}
        actions={actions}
        empty={{ title: texts.deadEmpty, text: texts.deadEmptyText }}
      />
      {chosen && (
        <ReasonDialog
          act={replayAct(chosen)}
          subject={[chosen.routingKey, keyText(chosen.subject)].filter(Boolean).join(' · ')}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
