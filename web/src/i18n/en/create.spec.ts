import { t } from './common';
import { createTexts } from './create';
import { homeTexts } from './home';
import { homeFactsTexts } from './home-facts';
import { recordTexts } from './record';

describe('the texts of the contract creation screen', () => {
  it.each([
    [createTexts.back, 'Back to Home'],
    [createTexts.title, 'Create Your Split Second Contract'],
    [recordTexts.deal.badge('$5'), '$5 per contract • 30-day storage • AI transcription'],
    [recordTexts.details.card, 'Agreement Details'],
    [recordTexts.details.amountPlaceholder, '0.00'],
    [recordTexts.details.fillFirst, 'Please fill in all party details to start recording'],
    [recordTexts.recorder.start, 'Start Recording'],
    [recordTexts.recorder.pause, 'Pause'],
    [recordTexts.recorder.resume, 'Resume'],
    [recordTexts.recorder.stop, 'Stop'],
    [t.viewer.preview, '5-Second Preview'],
    [createTexts.again, 'Record Again'],
    [createTexts.save, 'Save & Continue'],
    [createTexts.saving, 'Saving...'],
    [createTexts.assistant, 'AI Assistant'],
    [recordTexts.deal.noPreview, 'Preview Error'],
    [recordTexts.deal.noPreviewText, 'Could not create audio preview, but recording is saved.'],
    [recordTexts.deal.previewError, 'Audio Preview Error'],
    [recordTexts.deal.previewErrorText, 'Could not load audio preview. The recording is still saved.'],
    [recordTexts.details.consent, 'By starting you confirm that everyone here knows this is being recorded.'],
  ])('say "%s"', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('say that it is only the price to unlock', () => {
    expect(createTexts.subtitle('$5')).toContain('only $5 to unlock');
  });
});

describe('the texts of the home page', () => {
  it('name the four steps and the six features', () => {
    expect(homeTexts.steps.items.map(({ name }) => name)).toEqual([
      'Record Agreement',
      'Preview and Confirm',
      'Create Account with $5 payment',
      'Access Features',
    ]);
    expect(homeTexts.features.items.map(({ name }) => name)).toEqual([
      'Legally Binding',
      'Escrow Protection',
      'AI Transcription',
      'Photo Support',
      '30-Day Storage',
      'Download and Share',
    ]);
  });

  it('give each of the five scenarios both voices and a note about what is protected', () => {
    expect(homeTexts.scenarios.items).toHaveLength(5);
    for (const { lines, protection } of homeTexts.scenarios.items) {
      expect(new Set(lines.map(({ who }) => who))).toEqual(new Set(['a', 'b']));
      expect(protection).not.toBe('');
    }
  });

  it('ask a question and answer it', () => {
    for (const { question, answer } of homeFactsTexts.questions.items) {
      expect(question).toMatch(/\?$/);
      expect(answer.length).toBeGreaterThan(question.length / 2);
    }
  });
});
