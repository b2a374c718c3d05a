import { Module } from '@nestjs/common';

export { compareVoices, type VoiceMatch, voiceMatches } from './compare-voices.js';
export { findSpeakers, type SpeakersFound } from './find-speakers.js';
export { SAMPLED_EVERY } from './merge-labels.js';
export { BREAK_SECONDS, nameSpeakers } from './name-speakers.js';
export { type FoundSpeaker, type HeardRecording, type SpeakerBasis, speakerBases } from './speaker.js';
export { listenToVoices, type VoiceTrack } from './voice-features.js';

/** Who speaks when, and which party that is. Functions alone: nothing here is injected. */
@Module({})
export class DiarizationModule {}
