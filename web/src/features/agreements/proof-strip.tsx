import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice';
import { Spinner } from '../../components/ui/spinner';
import { t } from '../../i18n/en';
import { cn } from '../../lib/cn';
import { formatDateTime, formatDuration, shortHash } from '../../lib/format';
import type { Take } from '../recorder/engine/recorder';

export type ServerState = 'later' | 'sending' | 'safe' | 'mismatch';

interface ProofStripProps {
  take: Take;
  hash: string | null;
  server: ServerState;
}

interface StepProps {
  state: 'done' | 'busy' | 'open';
  children: ReactNode;
}

function Step({ state, children }: StepProps) {
  return (
    <li className={cn('flex items-center gap-2 font-medium', state === 'done' ? 'text-ok' : 'text-muted')}>
      {state === 'done' && <Check className="size-5 shrink-0" strokeWidth={2.5} aria-hidden="true" />}
      {state === 'busy' && <Spinner className="size-5" />}
      {state === 'open' && <Circle className="size-5 shrink-0" aria-hidden="true" />}
      {children}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

const SERVER_TEXT: Record<ServerState, string> = {
  later: t.safe.serverPending,
  sending: t.safe.serverSending,
  safe: t.safe.server,
  mismatch: t.safe.serverPending,
};

/** Where the recording is safe by now, with its length, time and fingerprint. */
export function ProofStrip({ take, hash, server }: ProofStripProps) {
  const serverStep = server === 'safe' ? 'done' : server === 'sending' ? 'busy' : 'open';
  return (
    <section
      aria-label={t.safe.title}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <ul className="flex flex-col gap-x-8 gap-y-2 sm:flex-row" aria-live="polite">
        <Step state={take.isOnDevice ? 'done' : 'open'}>
          {take.isOnDevice ? t.safe.device : t.safe.deviceMemory}
        </Step>
        <Step state={serverStep}>{SERVER_TEXT[server]}</Step>
      </ul>
      {server === 'mismatch' && (
        <Notice tone="danger" role="alert">
          {t.safe.mismatch}
        </Notice>
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact name={t.safe.duration}>{formatDuration(take.seconds)}</Fact>
        <Fact name={t.safe.time}>{formatDateTime(take.startedAt.toISOString())}</Fact>
        {hash && (
          <Fact name={t.safe.hash}>
            <span title={t.safe.hashHint} className="font-mono text-sm">
              {shortHash(hash)}
            </span>
          </Fact>
        )}
      </dl>
    </section>
  );
}
