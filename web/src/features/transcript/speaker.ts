export interface SpeakerNames {
  a: string;
  b: string;
}

export interface Speaker {
  name: string;
  side: 'a' | 'b' | 'other';
}

const A_LABELS = new Set(['a', 'party_a', 'partya', 'party a', 'speaker_0', 'speaker 1']);
const B_LABELS = new Set(['b', 'party_b', 'partyb', 'party b', 'speaker_1', 'speaker 2']);

/** Who a label of the speech engine stands for. */
export function speakerOf(label: string | null, names: SpeakerNames, fallback: string): Speaker {
  const key = (label ?? '').trim().toLowerCase();
  if (A_LABELS.has(key) || key === names.a.toLowerCase()) return { name: names.a, side: 'a' };
  if (B_LABELS.has(key) || key === names.b.toLowerCase()) return { name: names.b, side: 'b' };
  return { name: label?.trim() || fallback, side: 'other' };
}
