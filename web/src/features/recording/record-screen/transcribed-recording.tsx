import { RotateCcw } from 'lucide-react';
import { dealTexts } from '#texts/deal';
import { recordScreenTexts } from '#texts/record-screen';
import { Button } from '../../../components/ui/button';
import { buttonClass } from '../../../components/ui/button-class';
import { Card, CardTitle } from '../../../components/ui/card';
import { Fact, Facts } from '../../../components/ui/facts';
import { Notice } from '../../../components/ui/notice';
import type { AgreementView, TranscribedDraft } from '../../../lib/api/api-types';
import {
  formatAgreementId,
  formatAmount,
  formatCents,
  formatDateTime,
  formatDuration,
  planLabel,
} from '../../../lib/format';
import { Parties } from '../../agreements/viewer-facts';

const text = recordScreenTexts.transcript;

function Header({ agreement }: { agreement: AgreementView }) {
  return (
    <Card aria-labelledby="take-agreement" className="flex flex-col gap-5">
      <CardTitle id="take-agreement">{text.agreement}</CardTitle>
      <Facts layout="line" className="wrap-anywhere">
        {agreement.title && <Fact name={dealTexts.about}>{agreement.title}</Fact>}
        <Fact name={text.id}>{formatAgreementId(agreement.agreementId)}</Fact>
        <Fact name={text.plan}>{planLabel(agreement.planType)}</Fact>
        {agreement.amount && (
          <Fact name={text.amount}>{formatAmount(agreement.amount, agreement.currency)}</Fact>
        )}
        <Fact name={text.created}>{formatDateTime(agreement.createdAt)}</Fact>
      </Facts>
      <section aria-labelledby="take-participants" className="flex flex-col gap-3 border-t border-line pt-5">
        <CardTitle level={3} id="take-participants" className="text-base">
          {text.participants}
        </CardTitle>
        <Parties agreement={agreement} />
      </section>
    </Card>
  );
}

function Words({ transcript }: Pick<TranscribedDraft, 'transcript'>) {
  const { segments } = transcript;
  const language = transcript.language ?? undefined;
  return (
    <Card aria-labelledby="take-text" className="flex flex-col gap-4">
      <CardTitle id="take-text">{text.text}</CardTitle>
      {transcript.text.trim() ? (
        <p lang={language} className="max-w-prose whitespace-pre-wrap">
          {transcript.text}
        </p>
      ) : (
        <Notice tone="warn">{text.noWords}</Notice>
      )}
      {segments.length > 0 && (
        <section aria-labelledby="take-segments" className="flex flex-col gap-2 border-t border-line pt-4">
          <CardTitle level={3} id="take-segments" className="text-base">
            {text.segments}
          </CardTitle>
          <ol className="flex flex-col gap-1.5">
            {segments.map((segment) => (
              <li key={`${segment.start}-${segment.text}`} className="flex gap-3">
                <span className="w-12 shrink-0 text-right text-muted tabular-nums">
                  {formatDuration(segment.start)}
                </span>
                <span lang={language} className="min-w-0">
                  {segment.text}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}

function Receipt({ result }: { result: TranscribedDraft }) {
  const { sha256 } = result.agreement;
  return (
    <Card aria-labelledby="take-receipt" className="flex flex-col gap-4">
      <div>
        <CardTitle id="take-receipt">{text.receipt}</CardTitle>
        <p className="text-sm text-muted">{text.receiptText}</p>
      </div>
      <Facts layout="line" className="wrap-anywhere">
        <Fact name={text.id}>{formatAgreementId(result.digitalReceipt.agreementId)}</Fact>
        <Fact name={text.length}>{formatDuration(result.transcript.duration)}</Fact>
        {sha256 && (
          <Fact name={text.fingerprint} isWide className="font-mono text-sm break-all">
            {sha256}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

interface TranscribedRecordingProps {
  result: TranscribedDraft;
  /** Address of the payment. */
  checkout: string;
  onAgain: () => void;
}

/** What the recording says, before it is paid for. */
export function TranscribedRecording({ result, checkout, onAgain }: TranscribedRecordingProps) {
  const warning = amountWarning(result);
  return (
    <>
      {warning && (
        <Notice tone="warn" role="alert" title={text.amountTitle}>
          {warning}
        </Notice>
      )}
      <Header agreement={result.agreement} />
      <Words transcript={result.transcript} />
      <Receipt result={result} />
      <div className="flex flex-col gap-3 sm:flex-row">
        {/* A full load: only the checkout document may talk to the payment provider. */}
        <a href={checkout} className={buttonClass('primary', 'lg')}>
          {text.pay}
        </a>
        <Button size="lg" variant="secondary" onClick={onAgain}>
          <RotateCcw className="size-5" aria-hidden="true" />
          {recordScreenTexts.controls.again}
        </Button>
      </div>
    </>
  );
}

/** What to say when another amount was said than the one that was typed; null when they agree or none was typed. */
export function amountWarning({
  agreement,
  transcript,
}: {
  agreement: Pick<TranscribedDraft['agreement'], 'currency'>;
  transcript: Pick<TranscribedDraft['transcript'], 'amountCheck'>;
}): string | null {
  const check = transcript.amountCheck;
  if (!check || check.agrees || check.spokenCents.length === 0) return null;
  const money = (cents: number) => formatCents(cents, agreement.currency);
  return text.amountText(money(check.typedCents), check.spokenCents.map(money).join(` ${text.or} `));
}
