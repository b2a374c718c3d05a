import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '../../lib/cn';

type NoticeTone = 'info' | 'ok' | 'warn' | 'danger';

const TONES = {
  info: { box: 'bg-raised', sign: 'text-muted', Icon: Info },
  ok: { box: 'bg-ok-soft', sign: 'text-ok', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft', sign: 'text-warn', Icon: TriangleAlert },
  danger: { box: 'bg-danger-soft', sign: 'text-danger', Icon: CircleAlert },
};

interface NoticeProps {
  tone?: NoticeTone;
  title?: string;
  /** "alert" interrupts, "status" waits its turn. */
  role?: 'alert' | 'status';
  className?: string;
  children?: ReactNode;
}

/** A plain statement: what happened, what is safe, what to do. */
export function Notice({ tone = 'info', title, role, className, children }: NoticeProps) {
  const { box, sign, Icon } = TONES[tone];
  return (
    <div role={role} className={cn('flex gap-3 rounded-control p-3 text-sm sm:p-4', box, className)}>
      <Icon className={cn('mt-0.5 size-4 shrink-0', sign)} aria-hidden="true" />
      <div className="flex min-w-0 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** Reads out what comes into it. Out of sight and yet there: what appears together with its first words may not be read out. */
export function Told({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:sr-only">
      {children}
    </div>
  );
}

interface FailureNoticeProps {
  title: string;
  children: ReactNode;
}

/** Why something did not work, told once: it interrupts, and comes into sight, as the button may be a screen below it. */
export function FailureNotice({ title, children }: FailureNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className="scroll-mt-36">
      <Notice tone="danger" role="alert" title={title}>
        {children}
      </Notice>
    </div>
  );
}
