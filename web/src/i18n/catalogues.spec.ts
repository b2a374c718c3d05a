import { accountTexts } from './en/account';
import { assistantTexts } from './en/assistant';
import { contactTexts } from './en/contact';
import { copyingTexts } from './en/copying';
import { dashboardTexts } from './en/dashboard';
import { escrowTexts } from './en/escrow';
import { escrowAdminTexts } from './en/escrow-admin';
import { escrowStateTexts } from './en/escrow-state';
import { homeFactsTexts } from './en/home-facts';
import { invitationTexts } from './en/invitation';
import { paymentsTexts } from './en/payments';
import { policiesTexts } from './en/policies';
import { receiptsTexts } from './en/receipts';
import { subscriptionTexts } from './en/subscription';
import { verifyTexts } from './en/verify';
import { assistantTexts as spanishAssistantTexts } from './es/assistant';
import { homeFactsTexts as spanishHomeFactsTexts } from './es/home-facts';
import { policiesTexts as spanishPoliciesTexts } from './es/policies';

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('the catalogues of single screens', () => {
  it('have no empty and no untrimmed text', () => {
    const screens = {
      accountTexts,
      assistantTexts,
      contactTexts,
      copyingTexts,
      dashboardTexts,
      escrowTexts,
      escrowAdminTexts,
      escrowStateTexts,
      invitationTexts,
      verifyTexts,
    };
    const paying = { paymentsTexts, receiptsTexts, subscriptionTexts };
    const all = leaves({ ...screens, ...paying }, 'en');
    expect(all.filter(([, text]) => text.trim() === '' || text.trim() !== text)).toEqual([]);
  });

  it.each([
    [invitationTexts.title, 'Voice Contract Invitation'],
    [invitationTexts.loading, 'Loading agreement...'],
    [invitationTexts.accept, 'Accept & Record Consent'],
    [invitationTexts.recording.title, 'Recording Your Consent'],
    [invitationTexts.closed.agreement_not_found.title, 'Agreement Not Found'],
    [invitationTexts.closed.agreement_not_found.text, 'The requested agreement could not be found.'],
    [invitationTexts.returnHome, 'Return Home'],
    [invitationTexts.details.partyA, 'Party A (Creator)'],
    [invitationTexts.details.partyB, 'Party B (You)'],
    [invitationTexts.important.title, 'Important Information'],
    [accountTexts.profile.title, 'Profile Settings'],
    [accountTexts.profile.information, 'Profile Information'],
    [accountTexts.profile.updatedText, 'Your profile has been updated successfully.'],
    [accountTexts.profile.updateFallback, 'Failed to update profile.'],
    [accountTexts.profile.authText, 'Please log in to access your profile.'],
    [accountTexts.profile.shortUsername, 'Username must be at least 2 characters'],
    [accountTexts.password.currentRequired, 'Current password is required'],
    [accountTexts.password.short, 'New password must be at least 6 characters'],
    [accountTexts.password.confirmShort, 'Please confirm your new password'],
    [accountTexts.password.submitting, 'Changing Password...'],
    [accountTexts.password.changedText, 'Your password has been changed successfully.'],
    [accountTexts.password.fallback, 'Failed to change password.'],
    [contactTexts.failed, 'Failed to send message. Please try again.'],
    [contactTexts.employees, 'Current Employees'],
    [escrowTexts.form.missingTitle, 'Missing Information'],
    [escrowTexts.form.missingText, 'Please fill in all required fields'],
    [escrowTexts.form.failedText, 'Failed to create escrow payment'],
    [escrowTexts.onboarding.title, 'Seller Onboarding Required'],
    [escrowTexts.onboarding.failedText, 'Failed to start seller onboarding'],
    [escrowStateTexts.release, 'Release Escrow'],
    [escrowStateTexts.releaseHint, 'Funds release within 24 hours.'],
    [dashboardTexts.share.title, 'Generated Transcript'],
    [dashboardTexts.share.copy, 'Copy Transcript'],
    [dashboardTexts.share.download, 'Download Transcript'],
    [copyingTexts.copied, 'Copied to Clipboard'],
    [dashboardTexts.viewer.pdf, 'Download PDF Summary'],
    [dashboardTexts.fallback.title, 'Transcription Service Temporarily Unavailable'],
    [dashboardTexts.fallback.humanTranscript, 'Professional Transcription Service'],
    [dashboardTexts.fallback.humanTranscriptPrice, '$2.00'],
    [dashboardTexts.fallback.humanTranscriptButton, 'Request Professional Transcription'],
    [dashboardTexts.fallback.service, 'Customer Service Contact'],
    [dashboardTexts.fallback.serviceButton, 'Request Customer Service Help'],
    [dashboardTexts.fallback.failed, 'Request Failed'],
    [paymentsTexts.humanTranscript.name, 'Professional Transcription Service'],
    [subscriptionTexts.perMonth('$20'), '$20/month'],
  ])('say "%s"', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('name everything that the subscription and a contract include', () => {
    expect(subscriptionTexts.includes('10 minutes')).toEqual([
      'Unlimited Standard agreements',
      'Up to 10 minutes of recording each',
      'Enhanced AI transcription',
      'PDF and email delivery',
      '1-year storage',
      'Priority support',
      'Cancel anytime',
    ]);
    expect(paymentsTexts.contract.includes).toEqual([
      '30-day recording access',
      'On-demand AI transcription',
      'Audio download',
      'Photo upload',
      'Escrow protection',
      'Remote voice contracts',
      'Digital receipts',
    ]);
  });
});

describe('texts that are true of every installation', () => {
  it('name no length of a recording where nobody fills it in: it is a setting', () => {
    const texts = [assistantTexts, spanishAssistantTexts].map(({ planTips }) => planTips);
    const prices = [homeFactsTexts, spanishHomeFactsTexts].map((facts) => facts.prices.subscription.text);
    expect(leaves({ texts, prices }, '').filter(([, text]) => /\d+ min/.test(text))).toEqual([]);
  });

  it('say what a company that answers questions or writes down speech receives', () => {
    const [english, spanish] = [policiesTexts, spanishPoliciesTexts].map(
      ({ privacy }) => privacy.sections[2]?.text,
    );
    expect(english).toContain(
      'the sound, the transcript, or what you ask the assistant with the last messages of the chat, the kind of agreement and the plan',
    );
    expect(spanish).toContain(
      'el sonido, la transcripción, o lo que preguntas al asistente con los últimos mensajes del chat, el tipo de acuerdo y el plan',
    );
  });

  it('say when what is held can be taken back, and when it goes back', () => {
    expect(policiesTexts.refunds.sections[3]?.text).toMatch(
      /^Not marked as delivered or received for 30 days/,
    );
    expect(escrowTexts.confirm.deliveredLate('January 3')).toMatch(
      /before January 3\. Otherwise it goes back on that day\.$/,
    );
  });
});
