import { ApiProperty } from '@nestjs/swagger';
import { type AgreementStatus, maskEmail } from '#contracts';
import type { Origin } from '#platform';

export const consentStatements = [
  'isNamedPerson',
  'agreesToRecording',
  'agreesToElectronicRecords',
  'hasHeardTerms',
] as const;
type ConsentStatement = (typeof consentStatements)[number];

/** The four statements that party B ticks, by the version of their words; a name goes in place of `{b}`. */
export const consentWording: Readonly<Record<string, Readonly<Record<ConsentStatement, string>>>> = {
  '2026-11': {
    isNamedPerson: 'I am {b}, the person named as Party B.',
    agreesToRecording: 'I agree that my voice is recorded and turned into text.',
    agreesToElectronicRecords: 'I agree to receive and keep this agreement as electronic records.',
    hasHeardTerms: 'I have heard or read the terms of this agreement.',
  },
  '2026-11-es': {
    isNamedPerson: 'Soy {b}, la persona nombrada como parte B.',
    agreesToRecording: 'Acepto que mi voz se grabe y se convierta en texto.',
    agreesToElectronicRecords: 'Acepto recibir y conservar este acuerdo en formato electrónico.',
    hasHeardTerms: 'Escuché o leí las condiciones de este acuerdo.',
  },
};

/** One for each language. A change of their words is a new version. */
export const wordingVersions: readonly string[] = Object.keys(consentWording);

/**
 * What is known of the device on which party B answered. `same`: its browser has party A's session, or the claim that was
 * given to the browser which recorded; `alike`: party A acted from the same address with a browser that calls itself the
 * same, which people in one home may do as well.
 */
export const deviceMatches = ['same', 'alike'] as const;
export type DeviceMatch = (typeof deviceMatches)[number];

/**
 * How sure it is who agreed. `voice_only`: a voice in the recording, and nobody confirmed whose. `unconfirmed`: answered
 * with the number alone, as was possible once. `confirmed_on_screen`: on a phone that scanned party A's own screen, which
 * says less than the mail, because party A could have scanned it. `same_device`: on the device of party A, whatever link
 * or code was used there.
 */
const consentGrades = [
  'unconfirmed',
  'voice_only',
  'same_device',
  'confirmed_on_screen',
  'confirmed_by_code',
  'confirmed_by_link',
  'objected',
] as const;
export type ConsentGrade = (typeof consentGrades)[number];

/** How party B was reached who consented from afar; `number` is from a time when the number alone was enough. */
export type ConsentVia = 'link' | 'code' | 'number';
/** How party B was reached who said afterwards whether it was them. */
export type ConfirmationVia = 'link' | 'screen';

/** What party B said afterwards. */
export interface Confirmation extends Origin {
  answer: 'yes' | 'no';
  via: ConfirmationVia;
  reason: string | null;
  deviceMatch: DeviceMatch | null;
  /** ISO 8601. */
  at: string;
}

/** What the grades are made of. */
export interface ConsentFacts {
  status: AgreementStatus;
  isRemote: boolean;
  /** When the recording that counts was stored: one that was made again is later than the agreement. */
  recordedAt: Date;
  partyBEmail: string;
  consentedAt: Date | null;
  consentVia: ConsentVia | null;
  consentAddress: string | null;
  consentDevice: string | null;
  consentDeviceMatch: DeviceMatch | null;
  /** Oldest first. */
  confirmations: Confirmation[];
}

export interface Objection extends Origin {
  at: string;
  reason: string | null;
  via: ConfirmationVia;
}

/** To what a party agreed: to being recorded, or to the terms. */
type ConsentKind = 'recording' | 'agreement';

interface GradedConsent {
  party: 'a' | 'b';
  kind: ConsentKind;
  grade: ConsentGrade;
  /** ISO 8601: of what the grade stands on. */
  at: string;
  /** Where the link or the code was sent. */
  maskedEmail: string | null;
  origin: Origin | null;
  /** Party A acted from the same address with the same kind of browser: perhaps on the same device. */
  isDeviceAlike: boolean;
  objection: Objection | null;
  /** What it was before the objection. */
  objectedGrade: ConsentGrade | null;
}

type Basis = Pick<GradedConsent, 'grade' | 'at' | 'origin' | 'isDeviceAlike'>;

const ofConsent: Record<ConsentVia, ConsentGrade> = {
  link: 'confirmed_by_link',
  code: 'confirmed_by_code',
  number: 'unconfirmed',
};
const ofConfirmation: Record<ConfirmationVia, ConsentGrade> = {
  link: 'confirmed_by_link',
  screen: 'confirmed_on_screen',
};
const isMailed = (grade: ConsentGrade) => grade === 'confirmed_by_link' || grade === 'confirmed_by_code';
const rank = (grade: ConsentGrade) => (isMailed(grade) ? consentGrades.length : consentGrades.indexOf(grade));

/** Each consent of a contract as it really was given; none before there is a contract. */
export function gradeConsents(facts: ConsentFacts): GradedConsent[] {
  if (facts.status !== 'processing' && facts.status !== 'completed') return [];
  const spoken: Basis = {
    grade: 'voice_only',
    at: facts.recordedAt.toISOString(),
    origin: null,
    isDeviceAlike: false,
  };
  const nothing = { maskedEmail: null, objection: null, objectedGrade: null };
  const ofA: GradedConsent = { party: 'a', kind: 'agreement', ...spoken, ...nothing };
  if (!facts.isRemote) return [ofA, partyB('agreement', spoken, facts)];
  const given = fromAfar(facts);
  return given ? [ofA, partyB('recording', given, facts), partyB('agreement', given, facts)] : [ofA];
}

function fromAfar({ consentedAt, consentVia, ...rest }: ConsentFacts): Basis | null {
  if (consentedAt === null || consentVia === null) return null;
  return {
    grade: rest.consentDeviceMatch === 'same' ? 'same_device' : ofConsent[consentVia],
    at: consentedAt.toISOString(),
    origin: { address: rest.consentAddress, device: rest.consentDevice },
    isDeviceAlike: rest.consentDeviceMatch === 'alike',
  };
}

type Answer = Pick<Confirmation, 'answer' | 'via' | 'deviceMatch'>;

/** Party A can scan the own screen, and answer on the own device: this shows that it was neither. */
export const isConfirmedByLink = ({ answer, via, deviceMatch }: Answer): boolean =>
  answer === 'yes' && via === 'link' && deviceMatch !== 'same';

/**
 * The objection that stands. One over the mailed link does, whatever else is said; one over party A's screen, which party
 * A may have scanned, gives way to a yes over that link. By the times alone nobody knows which was first: a clock may have
 * been put back between them, and after that yes none over the screen is taken.
 */
export function standingObjection<One extends Answer>(answers: readonly One[]): One | null {
  const objections = answers.filter(({ answer }) => answer === 'no');
  const overLink = objections.find(({ via }) => via === 'link');
  return overLink ?? (answers.some(isConfirmedByLink) ? null : (objections[0] ?? null));
}

/** A yes may make a consent surer; an objection that stands is what counts, whatever else was said. */
function partyB(
  kind: ConsentKind,
  given: Basis,
  { confirmations, partyBEmail }: ConsentFacts,
): GradedConsent {
  let basis = given;
  for (const { answer, via, at, address, device, deviceMatch } of confirmations) {
    if (answer === 'no') continue;
    const grade = deviceMatch === 'same' ? 'same_device' : ofConfirmation[via];
    if (rank(grade) > rank(basis.grade)) {
      basis = { grade, at, origin: { address, device }, isDeviceAlike: deviceMatch === 'alike' };
    }
  }
  const no = standingObjection(confirmations);
  const objection = no && {
    ...{ at: no.at, reason: no.reason, via: no.via },
    ...{ address: no.address, device: no.device },
  };
  return {
    ...{ party: 'b', kind, ...basis },
    grade: objection ? 'objected' : basis.grade,
    maskedEmail: isMailed(basis.grade) ? maskEmail(partyBEmail) : null,
    objection,
    objectedGrade: objection ? basis.grade : null,
  };
}

/**
 * When party B first answered through what was mailed to the typed address, whatever they said: whose account had it then
 * is party B. An answer on party A's device shows nothing of it.
 */
export function answeredByMailAt(facts: ConsentFacts): string | null {
  const { consentedAt, consentVia, consentDeviceMatch, confirmations } = facts;
  const isConsentMailed = consentVia === 'link' || consentVia === 'code';
  if (consentedAt !== null && isConsentMailed && consentDeviceMatch !== 'same')
    return consentedAt.toISOString();
  const mailed = confirmations.find(({ via, deviceMatch }) => via === 'link' && deviceMatch !== 'same');
  return mailed?.at ?? null;
}

export class OriginView {
  @ApiProperty({ type: String, nullable: true, description: 'IP address' }) address: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the browser calls itself' })
  device: string | null;
}

/** Party B says that it was not them. It never disappears. */
export class ObjectionView extends OriginView {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
  @ApiProperty({ enum: ['link', 'screen'] }) via: ConfirmationVia;
}

/** One consent, as it really was given. */
export class ConsentView {
  @ApiProperty({ enum: ['a', 'b'] }) party: 'a' | 'b';
  @ApiProperty({ enum: ['recording', 'agreement'], description: 'To being recorded, or to the terms' })
  kind: ConsentKind;
  @ApiProperty({ enum: consentGrades, description: 'How sure it is who agreed' }) grade: ConsentGrade;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: String, nullable: true, example: 'b***@example.org' }) maskedEmail: string | null;
  @ApiProperty({ type: OriginView, nullable: true }) origin: OriginView | null;
  @ApiProperty({
    description:
      'Party A acted from the same address with the same kind of browser: perhaps on the same device',
  })
  isDeviceAlike: boolean;
  @ApiProperty({ type: ObjectionView, nullable: true }) objection: ObjectionView | null;
  @ApiProperty({ enum: consentGrades, nullable: true, description: 'What it was before the objection' })
  objectedGrade: ConsentGrade | null;
}

export function viewConsents(facts: ConsentFacts): ConsentView[] {
  return gradeConsents(facts);
}

/** For party B and whoever else has a link: without addresses and browsers. */
export function withoutOrigins(consents: GradedConsent[]): ConsentView[] {
  return consents.map((consent) => ({
    ...consent,
    origin: null,
    objection: consent.objection && { ...consent.objection, address: null, device: null },
  }));
}
