import { render, screen } from '@testing-library/react';
import { adminHistoryTexts } from '#texts/admin-history';
import { adminWorkTexts } from '#texts/admin-work';
import { namesIn, valuesOf } from '../../testing/service-words';
import { detailPairs } from './history-dialog';
import { actWords, ErrorText, errorWords, jobWords, messageWords, serviceWords } from './work-words';

const JOBS = namesIn('services/*/src/**/*.ts', /\bdefineJob<[^>]*>\(\s*'([a-z-]+)'/g);
const EVENTS = namesIn('libs/contracts/src/events/*.ts', /(?:defineEvent\(|^ {2}name:)\s*'([a-z.-]+)'/gm);

describe('the work of the services in words', () => {
  it.each(JOBS)('the job %s', (name) => {
    expect(Object.keys(adminWorkTexts.jobs)).toContain(name);
    expect(jobWords(name)).not.toContain('-');
  });

  it.each(EVENTS)('the event %s', (name) => {
    expect(Object.keys(adminWorkTexts.events)).toContain(name);
    expect(messageWords(`${name}.v1`)).toBe(adminWorkTexts.events[name]);
  });

  it('has words for no job and no event that is gone', () => {
    expect(Object.keys(adminWorkTexts.jobs).sort()).toEqual([...JOBS].sort());
    expect(Object.keys(adminWorkTexts.events).sort()).toEqual([...EVENTS].sort());
  });

  it.each([...valuesOf('libs/contracts/src/define-call.ts', 'callees'), 'gateway'])(
    'the service %s',
    (name) => {
      expect(serviceWords(name)).not.toBe(name);
    },
  );

  it.each([
    ...namesIn('services/{gateway,payments}/src/**/*.ts', /\bact: '([a-z-]+)'/g),
    ...['account-disabled', 'account-enabled'],
  ])('the act %s', (name) => {
    expect(Object.keys(adminWorkTexts.acts)).toContain(name);
  });

  it('stays readable for what it does not know', () => {
    expect(jobWords('wash-dishes')).toBe('Wash dishes');
    expect(messageWords('kitchen.dish.washed.v2')).toBe('Kitchen dish washed');
    expect(actWords('dish-broken')).toBe('Dish broken');
    expect(serviceWords('kitchen')).toBe('kitchen');
    expect(jobWords('constructor')).toBe('Constructor');
  });
});

const CONTRACT_EVENTS = 'libs/contracts/src/events/agreements.ts';
const PAYMENT_EVENTS = 'libs/contracts/src/events/payments.ts';
const CONSENTS = 'services/agreements/src/agreements/consents.ts';
const SPOKEN = 'services/agreements/src/seals/spoken-consents.ts';

describe('what the log of a contract says in values of ours', () => {
  it.each([
    ['reason', CONTRACT_EVENTS, 'cancelReasons'],
    ['reason', PAYMENT_EVENTS, 'refundReasons'],
    ['reason', 'services/agreements/src/agreements/delete-content.job.ts', 'reason'],
    ['reason', 'services/transcription/src/speech/speech-engine.ts', 'SpeechEngineErrorCode'],
    ['reason', 'services/transcription/src/transcripts/transcripts.service.ts', 'RECORDING_UNUSABLE'],
    ['state', PAYMENT_EVENTS, 'escrowStates'],
    ['escrowStatus', PAYMENT_EVENTS, 'escrowStates'],
    ['change', PAYMENT_EVENTS, 'escrowChanges'],
    ['by', PAYMENT_EVENTS, 'coverages'],
    ['stage', 'libs/contracts/src/agreement.ts', 'transcriptStages'],
    ['via', CONSENTS, 'ConsentVia'],
    ['via', CONSENTS, 'ConfirmationVia'],
    ['deviceMatch', CONSENTS, 'deviceMatches'],
    ['voiceMatch', 'services/transcription/src/diarization/compare-voices.ts', 'voiceMatches'],
    ['stateA', SPOKEN, 'state'],
    ['reasonB', SPOKEN, 'reason'],
  ])('has words for each %s of %s (%s)', (field, file, name) => {
    const raw = valuesOf(file, name).filter((value) => {
      const [[label, words] = []] = detailPairs({ [field]: value });
      return words === value || !adminHistoryTexts.detail.names[field] || label === field;
    });
    expect(raw).toEqual([]);
  });
});

describe('an error', () => {
  it.each([
    ['MailRefusedError: EENVELOPE RCPT TO 501', 'The mail server takes no mail for this address.'],
    ['EENVELOPE RCPT TO 550 5.1.1', 'The mail server takes no mail for this address.'],
    ['EENVELOPE RCPT TO 550 5.7.1', 'The mail server did not take this email.'],
    ['MailRefusedError: EMESSAGE DATA 554 5.6.0', 'The mail server did not take this email.'],
    ['MailDelayedError: EENVELOPE RCPT TO 451', 'The mail server asked to try again later.'],
    ['MailRefusedError: EENVELOPE API', 'This address cannot be written to.'],
    ['MailDelayedError: EAUTH AUTH PLAIN 535', 'The mail server did not let us in.'],
    ['MailDelayedError: ESOCKET CONN', 'The mail server could not be reached.'],
    ['PermanentError: too many mails to this address today', 'Too many emails went to this address today.'],
    ['PermanentError: speech engine: no_engine', 'No speech engine could write this down.'],
    ['PermanentError: recording cannot be decoded: damaged', 'The recording cannot be read.'],
    ['The process ended in the middle, time after time', 'The service ended in the middle, time after time.'],
  ])('%s means: %s', (text, words) => {
    expect(errorWords(text)).toBe(words);
  });

  it.each(['Error: connect ECONNREFUSED 10.0.0.7:5432', 'TypeError: cannot read the date', ''])(
    '%s says enough, or nothing',
    (text) => {
      expect(errorWords(text)).toBeNull();
    },
  );

  it('is told in words, with what the service wrote behind them', () => {
    render(<ErrorText text="EENVELOPE RCPT TO 501" />);
    expect(screen.getByText('The mail server takes no mail for this address.')).toBeVisible();
    expect(screen.getByText('As the service says it').tagName).toBe('SUMMARY');
    expect(screen.getByText('EENVELOPE RCPT TO 501')).toBeInTheDocument();
  });
});
