import { type ConsentVia, type DeviceMatch, standingObjection } from '../agreements/agreements.module.js';
import type { SealedSpokenConsent } from '../seals/seals.module.js';
import { type CertificateTexts, certificateTexts } from './certificate.texts.js';
import { type CertificateContent, clock, origin, type Page, recordedAt, utc } from './certificate-page.js';

/** The sentence that party A has read: it stays in their language, as all that was shown or said. */
function noticeTo({ languages: [ofPartyA] }: CertificateContent): string {
  return certificateTexts[ofPartyA].consents.noticeSentence;
}

/** Who agreed to what, when, from where, and how they are heard. */
export function writeConsents({ pdf, content, words }: Page): void {
  const { consents, parties } = content;
  const { consents: texts, quoted, none, unknown } = words;
  pdf.heading(texts.title);
  const { partyA, partyB } = consents;
  pdf.paragraph(texts.partyA(parties.a.name), 'strong');
  pdf.facts([
    ...recordedAt(partyA, words),
    [words.stored, partyA.recordedAt === null ? unknown : utc(partyA.recordedAt)],
    [
      texts.notice,
      partyA.noticeGivenAt === null
        ? texts.noNotice
        : texts.noticeGiven(noticeTo(content), utc(partyA.noticeGivenAt)),
    ],
    [texts.from, origin(partyA, words)],
    ...spokenBy('a', content, words),
  ]);
  pdf.paragraph(texts.partyB(parties.b.name), 'strong');
  if (!partyB) {
    pdf.paragraph(content.isRemote ? texts.noneFromAfar : texts.noneOfB);
    pdf.facts(spokenBy('b', content, words));
    writeConfirmations({ pdf, content, words });
    return;
  }
  pdf.facts([
    ...recordedAt(partyB, words),
    [texts.agreed, utc(partyB.consentedAt)],
    [texts.ticked, partyB.statements.map(quoted).join('\n')],
    [texts.wording, texts.version(partyB.wordingVersion)],
    [texts.reached, reached(partyB.via, parties.b.email, words)],
    [texts.from, `${origin(partyB, words)}${deviceWords(partyB.deviceMatch, words)}`],
    [texts.ownRecording, partyB.audioSha256 === null ? none : texts.hasRecording],
    ...spokenBy('b', content, words),
  ]);
  if (content.transcript?.voiceMatch === 'alike') pdf.paragraph(texts.alike, 'strong');
  writeConfirmations({ pdf, content, words });
}

/** Whether the party is heard agreeing. A draft has no transcript yet, and those of before say nothing of it. */
function spokenBy(
  side: 'a' | 'b',
  { transcript, isWithoutWords, isRemote }: CertificateContent,
  words: CertificateTexts,
): [string, string][] {
  const spokenConsent = transcript?.spokenConsents?.find(({ party }) => party === side);
  if (!spokenConsent) return [];
  const whose = isRemote || spokenConsent.state !== 'said' ? '' : words.consents.machine;
  return [[words.consents.spoken, `${spokenWords(spokenConsent, isWithoutWords, words)}${whose}`]];
}

function spokenWords(
  consent: SealedSpokenConsent,
  isWithoutWords: boolean,
  { consents: texts, quoted }: CertificateTexts,
): string {
  const { state, reason, start, text, party } = consent;
  if (state === 'silent') return texts.silent;
  if (state === 'not_said') return texts.notSaid;
  if (state === 'unchecked') return texts.unchecked[reason ?? 'words'];
  const isInOwn = party === 'b' && consent.recording === 'b';
  const at = isInOwn ? texts.atOfB(clock(start ?? 0)) : texts.at(clock(start ?? 0));
  return isWithoutWords ? texts.heard(at) : `${quoted(text ?? '')}, ${at}`;
}

/** What is known against its having been a device of party B's own. */
function deviceWords(match: DeviceMatch | null, { consents }: CertificateTexts): string {
  if (match === 'same') return consents.sameDevice;
  if (match === 'alike') return consents.alikeDevice;
  return '';
}

function reached(via: ConsentVia, email: string, { consents }: CertificateTexts): string {
  if (via === 'link') return consents.byLink(email);
  if (via === 'code') return consents.byCode(email);
  return consents.byNumber;
}

/** Whether party B said afterwards that it was them; an objection that stands is not to be overlooked. */
function writeConfirmations({ pdf, content, words }: Page): void {
  const { confirmations } = content.consents;
  const { email } = content.parties.b;
  const { consents: texts, quoted } = words;
  if (standingObjection(confirmations)) pdf.paragraph(texts.objected, 'strong');
  pdf.facts(
    confirmations.map(({ at, answer, via, reason, ...from }) => [
      answer === 'yes' ? texts.confirmed : texts.objectedShort,
      [
        `${quoted(answer === 'yes' ? texts.yes : texts.no)}, ${utc(at)},`,
        via === 'link' ? texts.throughMail(email) : texts.throughScreen,
        `${texts.answeredFrom(origin(from, words))}${deviceWords(from.deviceMatch, words)}${reason === null ? '' : texts.reason(quoted(reason))}`,
      ].join(' '),
    ]),
  );
}
