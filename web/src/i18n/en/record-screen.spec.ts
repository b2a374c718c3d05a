import { recordScreenTexts as text } from './record-screen';
import { uploadTexts } from './upload';

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

describe('the texts of the recording screen', () => {
  it.each([
    [text.plan('Basic'), 'Basic Plan'],
    [text.controls.stop, 'Stop Recording'],
    [text.controls.process, 'Process Recording'],
    [text.controls.processing, 'Processing...'],
    [text.controls.again, 'Record Again'],
    [uploadTexts.choose, 'Upload Audio File'],
    [text.limit.approaching('0:30'), 'Approaching time limit - 0:30 remaining'],
    [uploadTexts.invalid, 'Invalid File'],
    [uploadTexts.invalidText, 'Please select an audio file'],
    [text.review.noRecording, 'No Recording'],
    [text.review.noRecordingText, 'Please record audio first'],
    [text.tooLong.title, 'Recording Too Long'],
    [text.failure.fallback, 'Transcription Service Unavailable'],
    [text.failure.authentication, 'API Authentication Error'],
    [text.failure.other, 'Transcription Failed'],
  ])('say "%s"', (said, expected) => {
    expect(said).toBe(expected);
  });

  it('give the four tips', () => {
    expect(text.tips.items).toHaveLength(4);
  });

  it('are none of them empty or untrimmed', () => {
    expect(leaves(text).filter((said) => said.trim() === '' || said.trim() !== said)).toEqual([]);
  });
});
