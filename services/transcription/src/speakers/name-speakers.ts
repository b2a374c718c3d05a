import type {
  DealFacts,
  FoundSpeaker,
  RecordedSegment,
  RecordingSide,
  SpeakerBasis,
} from '../transcripts/transcript-content.js';
import { nameLikeness, selfIntroductions } from './self-introductions.js';

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
}

/** Segments of one speaker with a shorter break between them are read as one: recognition breaks off in mid-sentence. */
const BREAK_SECONDS = 2.5;
/** Somebody who gives a name that is like both parties' names has not said which of them it is. */
const LEAST_LEAD = 0.1;
/** Any name that was said counts more than whose recording it is. */
const OWN_RECORDING = 0.3;

/**
 * Says which party each speaker is, in the order in which they first speak: by the name somebody gives, by the
 * recording somebody made, else the first is party A and the second party B. Each party is one speaker at most.
 */
export function nameSpeakers(segments: RecordedSegment[], facts: DealFacts): FoundSpeaker[] {
  const speakers = speakersOf(segments);
  const isApart = new Set(segments.map(({ recording }) => recording)).size > 1;
  const claims = speakers.flatMap((speaker) => saidClaims(speaker, facts, isApart));
  if (isApart) claims.push(...recordingClaims(speakers));
  claims.sort((a, b) => b.weight - a.weight);

  const found = new Map<string, Claim>();
  const isTaken = (party: RecordingSide) => [...found.values()].some((claim) => claim.party === party);
  for (const claim of claims) {
    if (!found.has(claim.label) && !isTaken(claim.party)) found.set(claim.label, claim);
  }
  if (!isApart) {
    for (const { label } of speakers) {
      const party = (['a', 'b'] as const).find((each) => !isTaken(each));
      if (party && !found.has(label)) found.set(label, { label, party, basis: 'order', weight: 0 });
    }
  }
  return speakers.map(({ label }) => {
    const { party = null, basis = null } = found.get(label) ?? {};
    return { label, party, basis };
  });
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

function saidClaims(speaker: Speaker, facts: DealFacts, isApart: boolean): Claim[] {
  return speaker.passages.flatMap(selfIntroductions).flatMap((introduction): Claim[] => {
    const likeness = {
      a: nameLikeness(introduction, facts.partyA),
      b: nameLikeness(introduction, facts.partyB),
    };
    if (Math.abs(likeness.a - likeness.b) < LEAST_LEAD) return [];
    const party = likeness.a > likeness.b ? 'a' : 'b';
    const bonus = isApart && speaker.recording === party ? OWN_RECORDING : 0;
    return [{ label: speaker.label, party, basis: 'said', weight: 1 + likeness[party] + bonus }];
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
