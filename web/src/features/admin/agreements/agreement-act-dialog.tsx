import { useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Field } from '../../../components/ui/field';
import { saveFile } from '../../../lib/browser/download';
import { formatAgreementId, formatDateTime } from '../../../lib/format';
import { cancelAgreement, downloadAudio, eventsPath, extendAgreement, paths } from '../api';
import { actFailure } from '../dialog/failure';
import { parseDays } from '../dialog/reason';
import { type Act, ReasonDialog } from '../dialog/reason-dialog';
import type { AdminAgreement } from '../types';
import type { AgreementAct } from './agreement-acts';

const texts = adminTexts.agreements;
const DEFAULT_DAYS = '30';

interface AgreementActDialogProps {
  agreement: AdminAgreement;
  act: AgreementAct;
  onClose: () => void;
}

function downloadAct(agreementId: string): Act {
  return {
    title: texts.downloadConfirm,
    text: texts.downloadText,
    told: 'owner',
    confirm: texts.downloadConfirm,
    refreshes: [eventsPath(agreementId), paths.mails],
    run: async (reason) =>
      saveFile(await downloadAudio(agreementId, reason), `${agreementId}_recording.webm`),
    done: { title: texts.downloadDone, text: texts.toldText },
    failure: (error) => ({
      title: texts.downloadFailed,
      text: `${texts.downloadFallback}. ${actFailure(error).text}`,
    }),
  };
}

function cancelAct(agreementId: string): Act {
  return {
    title: texts.cancel,
    text: texts.cancelText,
    told: 'owner',
    confirm: texts.cancel,
    isDangerous: true,
    refreshes: [paths.agreements, paths.stats, paths.mails, eventsPath(agreementId)],
    run: (reason) => cancelAgreement(agreementId, reason),
    done: { title: texts.cancelDone, text: texts.toldText },
  };
}

function ExtendDialog({ agreement, onClose }: Omit<AgreementActDialogProps, 'act'>) {
  const { agreementId, expiresAt } = agreement;
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [problem, setProblem] = useState<string>();
  const act: Act = {
    title: texts.extendConfirm,
    text: expiresAt ? texts.extendText(formatDateTime(expiresAt)) : '',
    told: 'owner',
    confirm: texts.extendConfirm,
    refreshes: [paths.agreements, paths.mails, eventsPath(agreementId)],
    run: (reason) => extendAgreement(agreementId, parseDays(days) ?? 0, reason),
    done: { title: texts.extendDone, text: texts.toldText },
  };
  const check = () => {
    const isGood = parseDays(days) !== null;
    setProblem(isGood ? undefined : texts.daysProblem);
    return isGood;
  };
  return (
    <ReasonDialog act={act} subject={formatAgreementId(agreementId)} onClose={onClose} check={check}>
      <Field
        label={texts.days}
        name="days"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-48"
        hint={texts.daysHint}
        problem={problem}
        value={days}
        onChange={(event) => {
          setDays(event.target.value);
          setProblem(undefined);
        }}
      />
    </ReasonDialog>
  );
}

/** The dialog of one act on one contract. */
export function AgreementActDialog({ agreement, act, onClose }: AgreementActDialogProps) {
  if (act === 'extend') return <ExtendDialog agreement={agreement} onClose={onClose} />;
  const { agreementId } = agreement;
  return (
    <ReasonDialog
      act={act === 'download' ? downloadAct(agreementId) : cancelAct(agreementId)}
      subject={formatAgreementId(agreementId)}
      onClose={onClose}
    />
  );
}
