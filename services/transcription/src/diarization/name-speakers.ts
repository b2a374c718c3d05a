import type { LineTurn } from '#contracts';
import type { RecordedSegment, RecordingSide, Span } from '../recordings/recordings.module.js';
import type { DealFacts, Spoken } from '../terms/terms.module.js';
import { hasCapitals, nameLikeness, selfIntroductions } from './self-introductions.js';
import type { FoundSpeaker, SpeakerBasis } from './speaker.js';
import { EDGE_SECONDS } from './two-speakers/labelled-spans.js';

interface Speaker {
  label: string;
  recording: RecordingSide;
  seconds: number;
  passages: string[];
}

interface Claim {
  label: string;
  party: RecordingSide;
  basis: SpeakerBasis;
  weight: number;
  isPointing?: boolean;
}

/** Segments of one speaker with a shorter break between them are read as one: recognition breaks off in mid-sentence. */
export const BREAK_SECONDS = 2.5;
/** Somebody who gives a name that is like both parties' names has not said which of them it is. */
const LEAST_LEAD = 0.1;
/** Of two voices that say the same party's name, one has to say it clearly better. */
const LEAST_LEAD_OVER_OTHERS = 0.2;
/** The own name, in the own recording. */
const OWN_RECORDING = 0.3;
/** Below a name that was said, above the bare fact of a recording. */
const SCRIPT_WEIGHT = 0.8;
/** Below the recording somebody made: who says "this is Ben" may show the one beside. */
const POINTING_WEIGHT = 0.4;
/** The same: who says the other party's name in the own recording may read out what the other is to say. */
const CROSSING_WEIGHT = 0.4;
/** As where the voices are told apart by the same lines. */
const LEAST_LINE_SECONDS = 1.5;
const LEAST_LINE_SHARE = 0.7;

/**
 * Says which party each speaker is, in the order in which they first speak: by the name somebody gives, by the lines that
 * were pressed as said, by the recording somebody made; of two people the other one is the other party. Whoever nobody can
 * tell has no party. Each party is one speaker at most; a name that two voices say alike names neither of them.
 * @param turns lines pressed as said, in a recording that both made together.
 * @param spoken in which language names are given.
 */
export function nameSpeakers(
  segments: RecordedSegment[],
  facts: DealFacts,
  turns: readonly LineTurn[] = [],
  spoken: Spoken = { a: null, b: null },
): FoundSpeaker[] {
  const speakers = speakersOf(segments);
  const isApart = facts.isRemote || new Set(segments.map(({ recording }) => recording)).size > 1;
  const isCapitalised = segments.some(({ text }) => hasCapitals(text));
  const manner = { isApart, spoken, isCapitalised };
  const all = speakers.flatMap((speaker) => saidClaims(speaker, facts, manner));
  // Who gives both names alone reads what two should say.
  const isReader = speakers.length === 1 && new Set(all.map(({ party }) => party)).size > 1;
  const said = isReader ? [] : all;
  const found = assign(
    isApart
      ? [...weighCrossing(said, speakers), ...recordingClaims(speakers)]
      : [...said, ...undeniedBy(said, scriptClaims(segments, turns))],
  );
  if (!isApart && speakers.length === 2 && found.size === 1) {
    const unnamed = speakers.find((speaker) => !found.has(speaker.label));
    const party = isTaken(found, 'a') ? 'b' : 'a';
    // "I am Maria Lopez, I stand in for Anna" is nobody's other party.
    if (unnamed && !isStranger(unnamed, facts, manner)) {
      found.set(unnamed.label, { label: unnamed.label, party, basis: 'other', weight: 0 });
    }
  }
  return speakers.map(({ label }) => {
    const { party = null, basis = null } = found.get(label) ?? {};
    return { label, party, basis };
  });
}

/** The surest claims first. Of voices that say one party's name alike, the one that is not somebody else has it. */
function assign(claims: readonly Claim[]): Map<string, Claim> {
  const sorted = claims.toSorted((a, b) => b.weight - a.weight);
  const found = new Map<string, Claim>();
  for (;;) {
    const open = sorted.filter(({ label, party }) => !found.has(label) && !isTaken(found, party));
    const next = open.find((claim) => !open.some((other) => isRival(claim, other)));
    if (!next) return found;
    found.set(next.label, next);
  }
}

function isTaken(found: ReadonlyMap<string, Claim>, party: RecordingSide): boolean {
  return [...found.values()].some((claim) => claim.party === party);
}

/** Whether another voice says the same name about as well. */
function isRival(claim: Claim, other: Claim): boolean {
  return (
    claim.label !== other.label &&
    claim.party === other.party &&
    claim.basis === 'said' &&
    other.basis === 'said' &&
    other.weight > claim.weight - LEAST_LEAD_OVER_OTHERS
  );
}

/**
 * Where people are apart, whose recording it is counts more than the other party's name in it, unless each of two
 * recordings has the other one's name alone: then they were taken for each other.
 */
function weighCrossing(said: readonly Claim[], speakers: readonly Speaker[]): Claim[] {
  const sideOf = new Map(speakers.map(({ label, recording }) => [label, recording]));
  const isCrossing = ({ label, party }: Claim) => sideOf.get(label) !== party;
  const areSwapped = (['a', 'b'] as const).every((side) =>
    speakers.some(({ label, recording }) => {
      const own = said.filter((claim) => claim.label === label && !claim.isPointing);
      return recording === side && own.length > 0 && own.every(isCrossing);
    }),
  );
  if (areSwapped) return [...said];
  return said.map((claim) =>
    isCrossing(claim) ? { ...claim, weight: Math.min(claim.weight, CROSSING_WEIGHT) } : claim,
  );
}

/**
 * Each of two voices is the party whose lines were pressed while it spoke. One party's lines alone prove nothing, nor do
 * lines during which both speak.
 */
function scriptClaims(segments: readonly RecordedSegment[], turns: readonly LineTurn[]): Claim[] {
  const heard = new Map<string, Record<RecordingSide, number>>();
  for (const { speaker, words, start, end } of segments) {
    if (speaker === null) continue;
    const seconds = heard.get(speaker) ?? { a: 0, b: 0 };
    heard.set(speaker, seconds);
    for (const spoken of words && words.length > 0 ? words : [{ start, end }]) {
      for (const turn of turns) seconds[turn.party] += secondsWithin(spoken, turn);
    }
  }
  const claims = [...heard].flatMap(([label, seconds]): Claim[] => {
    const party = seconds.a > seconds.b ? 'a' : 'b';
    const isSure =
      seconds[party] >= LEAST_LINE_SECONDS && seconds[party] >= LEAST_LINE_SHARE * (seconds.a + seconds.b);
    return isSure ? [{ label, party, basis: 'script', weight: SCRIPT_WEIGHT }] : [];
  });
  const parties = new Set(claims.map(({ party }) => party));
  return claims.length === 2 && parties.size === 2 ? claims : [];
}

/** People press a little early or late: the edges say nothing. */
function secondsWithin(spoken: Span, { start, end }: LineTurn): number {
  const edge = EDGE_SECONDS;
  return Math.max(0, Math.min(spoken.end, end - edge) - Math.max(spoken.start, start + edge));
}

/** Nothing of the lines that were pressed where somebody gives another name than theirs: then somebody pressed wrongly. */
function undeniedBy(said: readonly Claim[], script: Claim[]): Claim[] {
  const named = assign(said.filter(({ isPointing }) => !isPointing));
  const isDenied = [...named.values()].some((claim) =>
    script.some(({ label, party }) => (label === claim.label) !== (party === claim.party)),
  );
  return isDenied ? [] : script;
}

function speakersOf(segments: readonly RecordedSegment[]): Speaker[] {
  const speakers = new Map<string, Speaker>();
  let previous: RecordedSegment | null = null;
  for (const segment of segments) {
    const { speaker: label, recording, start, end, text } = segment;
    if (label !== null) {
      const speaker = speakers.get(label) ?? { label, recording, seconds: 0, passages: [] };
      speakers.set(label, speaker);
      speaker.seconds += end - start;
      const isSame = previous?.speaker === label && previous.recording === recording;
      if (previous && isSame && start - previous.end < BREAK_SECONDS) {
        speaker.passages.push(`${speaker.passages.pop() ?? ''} ${text}`);
      } else {
        speaker.passages.push(text);
      }
    }
    previous = segment;
  }
  return [...speakers.values()];
}

/** How they spoke. */
interface Manner {
  /** Not in one room. */
  isApart: boolean;
  spoken: Spoken;
  /** Names are written with capitals. */
  isCapitalised: boolean;
}

/** Who gives the own name shows the other one by "this is …", so that counts only where it is all that was said. */
function saidClaims(speaker: Speaker, facts: DealFacts, how: Manner): Claim[] {
  const claims = introductionClaims(speaker, facts, how);
  const own = claims.filter(({ isPointing }) => !isPointing);
  if (own.length > 0) return own;
  return new Set(claims.map(({ party }) => party)).size > 1 ? [] : claims;
}

function introductionsOf({ passages, recording }: Speaker, { spoken, isCapitalised }: Manner) {
  return passages.flatMap((passage) =>
    selfIntroductions(passage, { spoken: spoken[recording], isCapitalised }),
  );
}

/** Whoever gives a name that is like neither party's. */
function isStranger(speaker: Speaker, { partyA, partyB }: DealFacts, manner: Manner): boolean {
  return introductionsOf(speaker, manner).some(
    (introduction) =>
      introduction.isName && [partyA, partyB].every((party) => nameLikeness(introduction, party) === 0),
  );
}

function introductionClaims(speaker: Speaker, facts: DealFacts, manner: Manner): Claim[] {
  return introductionsOf(speaker, manner).flatMap((introduction): Claim[] => {
    const likeness = {
      a: nameLikeness(introduction, facts.partyA),
      b: nameLikeness(introduction, facts.partyB),
    };
    if (Math.abs(likeness.a - likeness.b) < LEAST_LEAD) return [];
    const party = likeness.a > likeness.b ? 'a' : 'b';
    const bonus = manner.isApart && speaker.recording === party ? OWN_RECORDING : 0;
    const { isPointing } = introduction;
    const weight = isPointing ? POINTING_WEIGHT : 1 + likeness[party];
    return [{ label: speaker.label, party, basis: 'said', weight: weight + bonus, isPointing }];
  });
}

/** Of the two parties, each recorded alone, the one who speaks most of a recording made it. */
function recordingClaims(speakers: readonly Speaker[]): Claim[] {
  return (['a', 'b'] as const).flatMap((recording): Claim[] => {
    const [main] = speakers
      .filter((speaker) => speaker.recording === recording)
      .sort((a, b) => b.seconds - a.seconds);
    return main ? [{ label: main.label, party: recording, basis: 'recording', weight: 0.5 }] : [];
  });
}
