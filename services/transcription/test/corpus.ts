import { MediaFixtures } from '../../../libs/media/src/test/media-fixtures.js';

/** What a file is sent as. */
export interface SentAs {
  fileName: string;
  type: string;
}

/** A recording that must be accepted. */
export interface GoodSound {
  name: string;
  /** Makes the file and says where it is. */
  make(files: MediaFixtures): Promise<string>;
  /** How long it really is. */
  seconds: number;
  /** How far the measured length may be off, in seconds; default 0.1. */
  within?: number;
  /** Whether somebody speaks in it; not looked at when it is missing. */
  speech?: boolean;
  sentAs?: SentAs;
}

export type Refusal = 'empty_recording' | 'unsupported_media' | 'broken_recording' | 'recording_too_long';

/** A file that must be refused. */
export interface BadSound {
  name: string;
  make(files: MediaFixtures): Promise<string>;
  code: Refusal;
  sentAs?: SentAs;
}

/** Length of the spoken sample that most recordings are made of, in seconds. */
export const SAMPLE_SECONDS = 3;

/** Four spoken words, 48 kHz mono: what most recordings of the corpus are made of. */
export function makeSample(files: MediaFixtures, speechPath: string): Promise<string> {
  return files.ffmpeg(
    ['-i', speechPath, '-t', String(SAMPLE_SECONDS), '-ar', '48000', '-ac', '1'],
    'sample.wav',
  );
}

/** The sample, encoded. `output` also says by its ending what ffmpeg writes. */
export const encoded =
  (output: string, encoder: readonly string[] = []) =>
  (files: MediaFixtures): Promise<string> =>
    files.ffmpeg(['-i', files.path('sample.wav'), ...encoder], output);

/** Something that ffmpeg generates, encoded. */
export const generated =
  (output: string, source: string, encoder: readonly string[] = []) =>
  (files: MediaFixtures): Promise<string> =>
    files.ffmpeg(['-f', 'lavfi', '-i', source, ...encoder], output);

/** A file of the given bytes. */
export const written =
  (output: string, content: string | Buffer) =>
  (files: MediaFixtures): Promise<string> =>
    files.write(output, content);
