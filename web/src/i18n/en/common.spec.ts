import { t } from './common';
import { homeTexts } from './home';
import { logoutTexts } from './logout';
import { recordTexts } from './record';

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('the English catalogue', () => {
  it('has no empty and no untrimmed text', () => {
    const bad = [...leaves(t, 'en'), ...leaves(homeTexts, 'home')].filter(
      ([path, text]) => path !== 'home.pageTitle' && (text.trim() === '' || text.trim() !== text),
    );
    expect(bad).toEqual([]);
  });

  it.each([
    [recordTexts.details.fillFirst, 'Please fill in all party details to start recording'],
    [recordTexts.deal.subtitle, 'Record first, pay later'],
    [recordTexts.deal.badge('$5'), '$5 per contract • 30-day storage • AI transcription'],
    [recordTexts.deal.recordLead('10 minutes'), 'Record your voice agreement (up to 10 minutes)'],
    [recordTexts.deal.payButton('$5'), 'Pay $5 - Complete Contract'],
    [recordTexts.deal.expiryNote, 'Recording expires in 30 days if not paid'],
    [recordTexts.deal.savedVisitor, 'Create an account to access your recording and full features.'],
    [t.auth.mismatch, "Passwords don't match"],
    [t.auth.shortUsername, 'Username must be at least 3 characters'],
    [t.auth.shortPassword, 'Password must be at least 6 characters'],
    [t.auth.invalidEmail, 'Please enter a valid email address'],
    [recordTexts.recorder.blocked, 'Unable to access microphone. Please check permissions.'],
    [t.checkout.setupErrorText, 'Unable to initialize payment. Please try again.'],
    [t.checkout.notReady, 'Payment system is not ready. Please refresh the page'],
    [t.viewer.authPlay, 'Please log in to play audio'],
    [t.viewer.playFallback, 'Could not play the audio file'],
    [logoutTexts.question, 'Are you sure you want to logout?'],
    [t.notFound.text, "The page you're looking for doesn't exist or you may need to log in again."],
    [t.crash.text, 'We encountered an unexpected error. This has been logged and our team will investigate.'],
  ])('says "%s"', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('has five scenarios with both voices, four steps and six features', () => {
    expect(homeTexts.scenarios.items).toHaveLength(5);
    for (const { lines } of homeTexts.scenarios.items) {
      expect(new Set(lines.map((line) => line.who)).size).toBe(2);
    }
    expect(homeTexts.steps.items).toHaveLength(4);
    expect(homeTexts.features.items).toHaveLength(6);
  });
});
