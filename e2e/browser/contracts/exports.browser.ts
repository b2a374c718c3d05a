import { type Browser, expect, type Page, test } from '@playwright/test';
import { cuesOf, inOneLine } from '../../../services/transcription/src/reading/export-cues.js';
import { exportTranscript } from '../../../services/transcription/src/reading/export-transcript.js';
import { APART, NASTY } from '../../../services/transcription/src/reading/test/transcripts.js';
import type { TranscriptView } from '../../../services/transcription/src/reading/transcript.view.js';
import { launch } from '../pages.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(async () => {
  await browser.close();
});

/** As text, because these types know no documents. */
const READ = `async (content) => {
  const video = document.createElement('video');
  const track = document.createElement('track');
  video.append(track);
  document.body.append(video);
  track.track.mode = 'hidden';
  const isLoaded = new Promise((resolve, reject) => {
    track.addEventListener('load', resolve);
    track.addEventListener('error', () => reject(new Error('the browser cannot read it')));
  });
  track.src = URL.createObjectURL(new Blob([content], { type: 'text/vtt' }));
  await isLoaded;
  return [...track.track.cues].map((cue) => {
    const words = cue.getCueAsHTML();
    const voices = [...words.querySelectorAll('[title]')].map((voice) => voice.getAttribute('title'));
    // Nothing in the words may become an element of its own.
    const elements = words.querySelectorAll('*').length;
    const { id, startTime, endTime } = cue;
    return { id, startTime, endTime, text: words.textContent, voices, elements };
  });
}`;

/** What the browser's own reader of WebVTT makes of a file. */
function readInBrowser(page: Page, vtt: string): Promise<unknown> {
  return page.evaluate(`(${READ})(${JSON.stringify(vtt)})`);
}

function expected(transcript: TranscriptView) {
  const count = { a: 0, b: 0 };
  return (
    cuesOf(transcript)
      .map(({ recording, startMs, endMs, text, name }) => {
        count[recording] += 1;
        return {
          id: `${recording}-${count[recording]}`,
          startTime: startMs / 1000,
          endTime: endMs / 1000,
          text,
          voices: name === null ? [] : [inOneLine(name)],
          elements: name === null ? 0 : 1,
        };
      })
      // The browser puts them in order of time.
      .sort((one, other) => one.startTime - other.startTime || other.endTime - one.endTime)
  );
}

for (const [name, transcript] of [
  ['of two recordings', APART],
  ['with nasty words', NASTY],
] as const) {
  test(`a browser reads the vtt ${name} without loss`, async () => {
    const page = await browser.newPage();
    const vtt = exportTranscript(transcript, 'vtt').content.toString('utf8');
    expect(await readInBrowser(page, vtt)).toEqual(expected(transcript));
    await page.close();
  });
}
