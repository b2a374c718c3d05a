import type { Span } from '../../transcripts/transcript-content.js';
import { type LabelledSpan, tellAnchoredVoices } from './anchored-voices.js';
import { isOneVoice } from './one-voice.js';
import { audibleSounds } from './sounds.js';
import { readVoiceFrames } from './voice-frames.js';
import { turnsOf, type VoiceTurn } from './voice-turns.js';

export interface VoicesWanted {
  /** 16 kHz mono WAV. */
  wavPath: string;
  /** Where somebody speaks. */
  speech: Span[];
  /** Where somebody present said who speaks. */
  labelled?: LabelledSpan[];
}

export interface VoicesFound {
  turns: VoiceTurn[];
  /** How far it can be believed, 0..1. */
  agreement: number;
  /** Whether voice 0 is party A and voice 1 party B. */
  isAnchored: boolean;
  /** Whether the two sound like one. */
  isOneVoice: boolean;
}

/** Tells the two voices of a recording apart. @throws Error when it is not a 16 kHz mono WAV file. */
export async function tellVoicesApart({
  wavPath,
  speech,
  labelled = [],
}: VoicesWanted): Promise<VoicesFound> {
  const frames = await readVoiceFrames(wavPath, speech);
  const sounds = audibleSounds(frames);
  const { speakers, agreement, isAnchored } = tellAnchoredVoices(sounds, labelled);
  const turns = sounds.count === 0 ? [] : turnsOf(frames, sounds, speakers);
  const isOne = !isAnchored && (await isOneVoice({ wavPath, speech }, turns, agreement));
  return { turns, agreement, isAnchored, isOneVoice: isOne };
}
