import { adminTexts } from '#texts/admin';
import { adminWorkTexts as texts, type WorkError } from '#texts/admin-work';
import { eventWords } from '../agreements/log-words';
import { LongText } from './lists/values';

const find = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const serviceWords = (service: string): string => find(texts.services, service) ?? service;

/** What a job does; its own name made readable when there are no words yet. */
export const jobWords = (name: string): string => find(texts.jobs, name) ?? eventWords(name);

/** What an event tells, by its routing key. */
export const messageWords = (routingKey: string): string =>
  find(texts.events, routingKey.replace(/\.v\d+$/, '')) ?? eventWords(routingKey);

/** What an administrator did. */
export const actWords = (act: string): string => find(texts.acts, act) ?? eventWords(act);

/** What services write of an error → what it means. The first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, WorkError])[] = [
  [/\bRCPT TO (?:5\d\d(?! 5\.)|5\d\d 5\.1\.(?![78]\b))/, 'noMailbox'],
  [/\bE(?:ENVELOPE|MESSAGE|PROTOCOL|CONNECTION|SMTP)\b.* 5\d\d\b/, 'refused'],
  [/\bE(?:ENVELOPE|MESSAGE|PROTOCOL|CONNECTION|SMTP)\b.* 4\d\d\b/, 'later'],
  [/\bEENVELOPE\b/, 'noAddress'],
  [/\bEAUTH\b/, 'login'],
  [/^(?:MailDelayedError: )?E(?:CONN\w+|SOCKET|TIMEDOUT|DNS|TLS|PROTOCOL)\b/, 'away'],
  [/too many mails to this address today/, 'tooMany'],
  [/speech engine: /, 'noEngine'],
  [/recording cannot be decoded/, 'undecodable'],
  [/ended in the middle/, 'ended'],
];

/** What an error means, for those whose text is a code; null for all others. */
export function errorWords(text: string): string | null {
  const meaning = MEANINGS.find(([pattern]) => pattern.test(text))?.[1];
  return meaning ? texts.errors[meaning] : null;
}

/** Why something failed: in words where there are some, with what the service wrote behind them. */
export function ErrorText({ text }: { text: string | null }) {
  const words = text === null ? null : errorWords(text);
  if (words === null) return <LongText text={text} />;
  return (
    <>
      <p>{words}</p>
      <details className="text-muted">
        <summary className="min-h-6 cursor-pointer">{adminTexts.list.code}</summary>
        <span className="font-mono text-xs wrap-anywhere">{text}</span>
      </details>
    </>
  );
}

/** Words for something that the services call by a name of their own, with that name under them. */
export function Named({ words, code }: { words: string; code: string }) {
  return (
    <>
      <p className="font-medium wrap-anywhere">{words}</p>
      <p className="font-mono text-xs wrap-anywhere text-muted">{code}</p>
    </>
  );
}
