import { letTimePass } from '#testing';
import { type SpeechEngine, SpeechEngineError, type SpeechInput, type Transcript } from '../speech-engine.js';

interface SpeechEngineSubject {
  engine: SpeechEngine;
  /** A recording of people talking. */
  speech: SpeechInput;
  /** A recording in which nobody speaks. */
  silence: SpeechInput;
  /** Called before a recording is transcribed, for engines whose answers come from a script. */
  hears(recording: 'speech' | 'silence'): void;
}

/** What the rest of the service relies on, whichever engine is configured. */
export function describeSpeechEngine(name: string, subject: () => SpeechEngineSubject): void {
  describe(`${name} as a speech engine`, () => {
    let transcript: Transcript;
    const percents: number[] = [];

    const transcribe = (input: SpeechInput, signal = new AbortController().signal) =>
      subject().engine.transcribe(input, { signal, onProgress: (percent) => percents.push(percent) });

    beforeAll(async () => {
      subject().hears('speech');
      transcript = await transcribe(subject().speech);
    });

    it('has a name', () => {
      expect(subject().engine.name).not.toBe('');
    });

    it('finds what was said, in order and inside the recording', () => {
      const { segments } = transcript;
      expect(segments.length).toBeGreaterThan(1);
      expect(transcript.durationSeconds).toBe(subject().speech.durationSeconds);
      for (const [index, segment] of segments.entries()) {
        expect(segment.text).toMatch(/\S/);
        expect(segment.start).toBeGreaterThanOrEqual(segments[index - 1]?.start ?? 0);
        expect(segment.end).toBeGreaterThan(segment.start);
        expect(segment.end).toBeLessThanOrEqual(transcript.durationSeconds);
        if (segment.confidence !== null) {
          expect(segment.confidence).toBeGreaterThanOrEqual(0);
          expect(segment.confidence).toBeLessThanOrEqual(1);
        }
      }
    });

    it('gives the text of its segments, one per line', () => {
      expect(transcript.text).toBe(transcript.segments.map((segment) => segment.text).join('\n'));
      expect(transcript.text.toLowerCase()).toContain('agree');
    });

    it('reports progress forward only and ends with 100', () => {
      expect(percents).toEqual([...percents].sort((a, b) => a - b));
      expect(percents.filter((percent) => percent === 100)).toHaveLength(1);
      expect(percents.at(-1)).toBe(100);
    });

    it('makes nothing out of silence', async () => {
      subject().hears('silence');
      expect(await transcribe(subject().silence)).toMatchObject({ text: '', segments: [] });
    });

    it('stops when aborted, with the reason', async () => {
      subject().hears('speech');
      const controller = new AbortController();
      const running = transcribe(subject().speech, controller.signal);
      const rejected = expect(running).rejects.toThrow('cancelled by the owner');
      await letTimePass(100, 'the engine is in the middle of its work');
      controller.abort(new Error('cancelled by the owner'));
      await rejected;
    });

    it('does not start when already aborted', async () => {
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(transcribe(subject().speech, signal)).rejects.toThrow('too late');
    });

    it('says that a missing recording will not work later either', async () => {
      const missing = { path: '/nonexistent/recording.wav', durationSeconds: 1 };
      const error = await transcribe(missing).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(SpeechEngineError);
      expect(error).toMatchObject({ code: 'rejected', isRetryable: false });
    });
  });
}
