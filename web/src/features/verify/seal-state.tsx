import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { verifyTexts as text } from '#texts/verify';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Fact, Facts } from '../../components/ui/facts';
import { Notice } from '../../components/ui/notice';
import type { Verification } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import { verifyAgreement } from './check-file';

/** What is sealed under a number, and whether what is kept of it is as it was. */
export function SealState({ agreementId }: { agreementId: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['verify', agreementId],
    queryFn: () => verifyAgreement(agreementId),
    staleTime: 0,
  });
  return (
    <Card aria-labelledby="seal" className="flex flex-col gap-4">
      <CardTitle id="seal">{text.agreement(agreementId)}</CardTitle>
      {isError ? (
        <Notice tone="danger" role="alert">
          <p>{text.kept.failed}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            {text.kept.again}
          </Button>
        </Notice>
      ) : data ? (
        <Seal seal={data} />
      ) : (
        <p role="status" className="text-muted">
          {text.kept.loading}
        </p>
      )}
    </Card>
  );
}

const tones = { valid: 'ok', altered: 'danger', unknown: 'warn' } as const;

function Seal({ seal }: { seal: Verification }) {
  const { status, sealedAt, completedAt, timestampAt, checkedAt, keyId, version } = seal;
  const date = sealedAt === null ? '' : formatDateTime(sealedAt);
  // Of the seal that counts.
  const leakedAt = seal.seals.at(-1)?.keyLeakedAt ?? null;
  const says = {
    valid: `${text.kept.validText(date)} ${checkedAt ? text.kept.filesRead(formatDateTime(checkedAt)) : text.kept.filesNotRead}`,
    altered: text.kept.alteredText,
    unknown: text.kept.unknownText,
  }[status];
  return (
    <>
      <Notice
        tone={status === 'valid' && leakedAt !== null ? 'warn' : tones[status]}
        title={text.kept[status]}
        role="status"
      >
        <p>{says}</p>
        {leakedAt !== null && <p className="font-semibold">{text.keyLeaked(formatDateTime(leakedAt))}</p>}
      </Notice>
      {sealedAt !== null && (
        <Facts layout="table">
          {completedAt !== null && <Fact name={text.facts.completed}>{formatDateTime(completedAt)}</Fact>}
          <Fact name={text.facts.sealed}>{date}</Fact>
          <Fact name={text.facts.stamped}>
            {timestampAt === null ? text.facts.notStamped : formatDateTime(timestampAt)}
          </Fact>
          <Fact name={text.facts.key}>{keyId ?? ''}</Fact>
          <Fact name={text.facts.version}>{String(version ?? '')}</Fact>
        </Facts>
      )}
      {seal.parts.length > 0 && <Parts parts={seal.parts} />}
    </>
  );
}

function Parts({ parts }: { parts: Verification['parts'] }) {
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <ChevronRight className="size-4 group-open:rotate-90" aria-hidden="true" />
        {text.parts.title}
      </summary>
      <ul className="flex flex-col gap-3 pt-2">
        {parts.map(({ path, sha256, isDeleted }) => (
          <li key={path} className="flex flex-col">
            <span className="font-medium wrap-anywhere">{path}</span>
            <span className="font-mono text-muted wrap-anywhere">{sha256}</span>
            {isDeleted && <span className="text-muted">{text.parts.deleted}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
